import time
from incognote.serve.workers import *
from incognote.serve.catalogue import Catalogue
from incognote.replace.keys import parse,new_key
from incognote.serve.app import make_app
from incognote.serve.service import *
from incognote.serve.people import *
from fastapi.testclient import TestClient
if __name__=="__main__":
    t=time.time()
    c=Catalogue()
    print(c.names(), c.sound("incognote"))
    st=Settings(hosts=frozenset({"testserver"}))
    w=Workers(Labour(c,"deid",st.key),2)
    tok=new_token()
    s=Service(st,Tokens({digest(tok):Person("a",Role.ADMIN)}),w)
    cl=TestClient(make_app(s),headers={"Authorization":f"Bearer {tok}"})
    r=cl.post("/api/detect",json={"text":"😀 Seen by Dr. Boris Adams on 3/4/2024.","reasons":True,"engine":"incognote"}); print(r.status_code,r.text, time.time()-t)
    r=cl.post("/api/detect?labels=DATE",content="😀 Seen by Dr. Boris Adams on 3/4/2024.",headers={"content-type":"text/plain"}); print(r.status_code,r.text, time.time()-t)
    r=cl.post("/api/deidentify",json={"text":"😀 Seen by Dr. Boris Adams on 3/4/2024.","style":"surrogates","patient":"7"}); print(r.status_code,r.text, time.time()-t)
    r=cl.post("/api/deidentify",content="😀 Seen by Dr. Boris Adams on 3/4/2024.",headers={"content-type":"text/plain","accept":"text/plain"}); print(r.status_code,r.text, time.time()-t)
    ex={"gold": [{"id": "1", "text": "Seen by Dr. Adams.", "spans": [{"start": 12, "end": 17, "label": "DOCTOR"}]}],
    "predicted": {"ours": [{"id": "1", "spans": [{"start": 12, "end": 17, "label": "PATIENT"}]}]}}
    r=cl.post("/api/evaluate",json=ex); print(r.status_code,r.text[:600], time.time()-t)
    r=cl.post("/api/evaluate",json={**ex,"engines":["deid"]}); print(r.status_code,r.text[:300], time.time()-t)
    for name in ("incognote-fast","incognote"):
        t=time.time();r=cl.post("/api/detect",json={"text":"Seen by","engine":name});print(name,r.text,time.time()-t)
    for e in ({"text":""},{"text":"a\0"},{"text":"a\ud800"} ,{},{"notes":[]},{"text":"a","engine":"Xyz"},{"text":"a","point":"Xyz"},{"text":"a","labels":["Xyz"]},{"text":"a","foo":1},{"notes":[{"text":"a"}]*2}):
        import json
        r=cl.post("/api/detect",content=json.dumps(e),headers={"content-type":"application/json"}); print(r.status_code,r.text[:150])
    for b in (b"{", b"\xff", b"["*100000, b"1"*5000, b'"\xff"', b""):
        r=cl.post("/api/detect",content=b,headers={"content-type":"application/json"}); print(r.status_code,r.text[:150])
    print(cl.get("/api/metrics").text[-900:])
    d=cl.get("/api/openapi.json").json(); print({(p,m):(o.get("x-role"),o.get("security"),list(o["responses"])) for p,ms in d["paths"].items() for m,o in ms.items()})
    w.close()
