// The service counts code points, JavaScript counts UTF-16 units. Inside the page everything is units.

export class Units {
  constructor(text) {
    // Where each pair of units (one code point) starts, in units; most notes have none.
    this.pairs = [];
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      const next = text.charCodeAt(at + 1);
      if (unit >= 0xd800 && unit < 0xdc00 && next >= 0xdc00 && next < 0xe000) this.pairs.push(at++);
    }
  }

  /** The unit at which a code point begins. */
  fromPoints(point) {
    let unit = point;
    for (const pair of this.pairs) {
      if (pair >= unit) break;
      unit++;
    }
    return unit;
  }

  /** The number of code points before a unit. */
  toPoints(unit) {
    let before = 0;
    for (const pair of this.pairs) {
      if (pair >= unit) break;
      before++;
    }
    return unit - before;
  }

  /** Spans of the service in units, and the way back; other fields stay. */
  spansFrom(spans) {
    return spans.map((span) => ({ ...span, start: this.fromPoints(span.start), end: this.fromPoints(span.end) }));
  }

  spansTo(spans) {
    return spans.map((span) => ({ ...span, start: this.toPoints(span.start), end: this.toPoints(span.end) }));
  }
}
