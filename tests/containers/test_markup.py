"""Markup: what is read of it, and where new text goes."""

import pytest

from incognote.containers import markup
from incognote.containers.base import Edit, UnfitError
from incognote.containers.readings import apply
from tests.steps import grows_in_proportion


def replaced(source, old, new):
    reading = markup.read(source)
    at = reading.text.index(old)
    return apply(source, reading.raw_edits([Edit(at, at + len(old), new)]))


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<p>Ann</p>\n  <p>Bee</p>", "Ann\nBee"),
        ("<tr><td>Ann</td><td>7</td></tr>", "Ann\t7"),
        ("An<b>n</b> <i>Bee</i>", "Ann Bee"),
        ("Ann<br/><br/>Bee", "Ann\n\nBee"),
        ("K&nbsp;4 &lt; 5 &amp; &#233; &unknown;", "K 4 < 5 & é &unknown;"),
        ("<pre>a\n  b</pre>", "a\n  b"),
        ("5 < 6 & Ann", "5 < 6 & Ann"),
        ("<p>x<!-- Ann --></p>", "x\n Ann "),
        ("<![CDATA[Ann <b>]]>", "Ann <b>"),
        ('<img alt="Ann &quot;Bee&quot;" src="Ann"/>', 'Ann "Bee"'),
        ('<a href="mailto:ann@x.org">m</a><a href="http://x.org/ann">n</a>', "mn\nmailto:ann@x.org"),
        ("<style>p {}</style>x", "x\np {}"),
        ("<p>cut <b", "cut <b"),
        ("&#0000000000065;&#x000000042;nn", "ABnn"),
        ("&#65nn &#x52oy &#233, room &#; &#4", "Ann Roy é, room &#; &#4"),
        ('<a>x<reference value="#n1"/></a>', "x"),
        ("<p class=a'>Ann</p><p class=b'>Bee</p>", "Ann\nBee"),
        ('<p class="a"">Ann</p><p class="b"">Bee</p>', "Ann\nBee"),
        ("Ann <ann@x.org> <b>Bee</b>", "Ann <ann@x.org> Bee"),
        ("<td title=Ann class=Bee>x</td><a href=tel:5550142>y</a>", "x\ty\nAnn\ntel:5550142"),
        ('<svg xlink:title="Ann"/>', "Ann"),
        ('<p class="a>Ann</p><p id="b">x</p>', "x\na>Ann</p><p id="),
        ("<?xml version='1.0'?><!DOCTYPE html><p>x<?Ann?></p>", "x\nAnn?"),
        ("x<!Ann> <? Bee", "x <? Bee\nAnn"),
    ],
)
def test_what_a_person_reads(source, text):
    assert markup.read(source).text == text
    assert apply(source, markup.read(source).raw_edits([])) == source


@pytest.mark.parametrize(
    ("source", "old", "new", "after"),
    [
        ("<p>Ann <b>Bee</b>, 7</p>", "Ann Bee", "C", "<p>C<b></b>, 7</p>"),
        ("to 27&nbsp;Oak&#32;St.", "27 Oak St", "9 Elm", "to 9 Elm."),
        ("<p>Ann&amp;Co</p>", "Ann&Co", "<&>", "<p>&lt;&amp;&gt;</p>"),
        ("M&uuml;ller", "Müller", "Abel", "Abel"),
        ("<p title='Ann'>x</p>", "Ann", "O'\"Neil", "<p title='O&#39;&quot;Neil'>x</p>"),
        ("<p title=Ann id=x>y</p>", "Ann", 'O\'Neil "B"', "<p title=O&#39;Neil&#32;&quot;B&quot; id=x>y</p>"),
        ("<p title=Ann id=x>y</p>", "Ann", "", "<p title=&#32; id=x>y</p>"),
        ("<?a Ann?>y", "Ann", "b?>", "<?a b? ?>y"),
        ("<!-- Ann -->", "Ann", "a-->b", "<!-- a - b -->"),
        ("<!-- a-Ann-b -->", "Ann", "", "<!-- a- -b -->"),
        ("<!-- a-Ann-b -->", "Ann", "-c-", "<!-- a- c -b -->"),
        ("<![CDATA[Ann & B]]>", "Ann", "C & <D", "<![CDATA[C & <D & B]]>"),
        ("<![CDATA[Ann]]>", "Ann", "]]>", "<![CDATA[]]>]]&gt;<![CDATA[]]>"),
        ("<![CDATA[]Ann]>]]>", "Ann", "", "<![CDATA[]]]><![CDATA[]>]]>"),
        ("Ann", "Ann", "a\x00b", "a b"),
    ],
)
def test_new_text_is_put_in_place_and_escaped(source, old, new, after):
    assert replaced(source, old, new) == after


def test_declared_entities_are_refused():
    with pytest.raises(UnfitError, match="its markup declares entities"):
        markup.read('<!DOCTYPE a [<!ENTITY b "Ann">]><p>&b;</p>')


@pytest.mark.parametrize("source", ["<img src='data:image/png;base64,AA'>", "<a href=&#68;ata:,Ann>x</a>"])
def test_data_in_an_address_is_refused(source):
    with pytest.raises(UnfitError, match="its markup has data within an address"):
        markup.read(source)


@pytest.mark.parametrize("source", ["<a {}>", "<a b={}>", "<a b='{}", "{}='1'>", "<!{}", "<?{}", "<a {}"])
@pytest.mark.parametrize("part", ["x", " ", "= ", '="', "<!", "<a b='", "&#0"])
def test_reading_takes_work_in_proportion(source, part):
    """Steps within a pattern aren't counted; one that went back over so long a text would take minutes."""
    assert grows_in_proportion(lambda number: markup.read(source.format(part * number)), (200, 40_000))


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("a&#10;\n\t&lt;b&gt;\r\n\n c", "a\n\n\t<b>\r\n\n c"),
        ("An<!-- x -->n <![CDATA[ & <Bee>]]>", "Ann  & <Bee>"),
        ("Ann<reference value='x'/>, Bee", "Ann, Bee"),
    ],
)
def test_what_a_parser_reads(source, text):
    reading = markup.characters(source)
    assert reading.text == text
    assert apply(source, reading.raw_edits([])) == source
    assert markup.characters(apply(source, reading.raw_edits([Edit(0, len(text), "<&>")]))).text == "<&>"
