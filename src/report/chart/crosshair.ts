/**
 * Reading values from what is drawn: one line at the same place in every figure of a page against the same quantity, with
 * each curve's value at its nearest recorded point.
 */

/** Functions of the page's scripts about drawn curves; the timelines use them, too. */
export const DRAWN_CURVES = `
const numbers = (text) => text.split(/[ ,]/).map(Number);
const make = (parent, name, attributes, words) => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = words ?? '';
  parent.append(element);
  return element;
};
const vertices = (path) => {
  let x = 0, y = 0;
  return [...path.getAttribute('d').matchAll(/([MLHV])([^MLHV]*)/g)].map(([, letter, rest]) => {
    const values = numbers(rest);
    if (letter === 'V') y = values[0];
    else if (letter === 'H') x = values[0];
    else [x, y] = values;
    return { x, y, isStart: letter === 'M' };
  });
};
const valueAt = ({ dataset: { range, kind } }, height) => {
  const [low, high, upper, lower] = numbers(range);
  const at = low + (high - low) * (lower - height) / (lower - upper);
  return kind === 'logarithmic' ? 10 ** at : at;
};
`;

export const CROSSHAIR_STYLE = `
svg[data-x] { touch-action: pan-y; }
.crosshair { pointer-events: none; }
.heard { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media print { .crosshair { display: none; } }
`;

export const CROSSHAIR_SCRIPT = `{
${DRAWN_CURVES}
// Places in a drawing are hundredths of a pixel: no more digits than that.
const fine = (value, error, most) => Math.max(1, Math.min(most, Math.floor(Math.log10(Math.abs(value) / error))));
const scientific = (value, digits) => {
  if (value === 0) return '0';
  const [mantissa, power] = value.toExponential(digits - 1).split('e');
  if (power >= -2 && power < 3) return value.toFixed(Math.max(0, digits - 1 - power));
  return mantissa + ' × 10' + String(Number(power)).replace(/./g, (one) => one === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[one]);
};
const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];
const grouped = (value, error) => Number(value.toPrecision(fine(value || 1, error, 7))).toLocaleString('en', { maximumFractionDigits: 6 });
const placeWords = (quantity, value, error) => {
  if (quantity === 'round') return 'round ' + grouped(Math.round(value), error);
  if (quantity === 'time') return grouped(value, error) + ' s';
  if (quantity === 'step') return grouped(value, error) + ' local steps';
  const unit = value < 1 ? 0 : Math.min(4, Math.floor(Math.log10(value) / 3));
  return grouped(value / 1000 ** unit, error / 1000 ** unit) + ' ' + UNITS[unit];
};
const nearest = (points, x) => {
  let low = 0, high = points.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle].x < x) low = middle + 1; else high = middle;
  }
  return low > 0 && x - points[low - 1].x < points[low].x - x ? points[low - 1] : points[low];
};
const known = new Map();
// A drawing's curves, and where its axis has a place; places are in units that figures share.
const read = (drawing) => {
  if (known.has(drawing)) return known.get(drawing);
  const [low, high, left, right, unit] = numbers(drawing.dataset.x);
  const isLog = drawing.dataset.kind === 'logarithmic';
  const curves = [...drawing.querySelectorAll('.curve')].map((path) => {
    let line = path;
    while (line.localName === 'use') line = document.querySelector(line.getAttribute('href'));
    const { a, d, e, f } = path.transform.baseVal.consolidate()?.matrix ?? { a: 1, d: 1, e: 0, f: 0 };
    const [bottom, top, upper, lower] = numbers(path.dataset.range);
    return { path, points: vertices(line).map(({ x, y }) => ({ x: a * x + e, y: d * y + f })), upper, lower, isMeasured: 'name' in path.dataset,
      error: path.dataset.kind === 'logarithmic' ? 0.012 * (top - bottom) / (lower - upper) : 0, step: 0.005 * (top - bottom) / (lower - upper) };
  });
  const found = { quantity: drawing.dataset.quantity, left, right, curves,
    valueOf: (x) => { const at = low + (high - low) * (x - left) / (right - left); return unit * (isLog ? 10 ** at : at); },
    placeOf: (value) => left + (right - left) * ((isLog ? Math.log10(value / unit) : value / unit) - low) / (high - low) };
  known.set(drawing, found);
  return found;
};
const textOf = ({ path, error, step, upper, lower }, y) => {
  const value = valueAt(path, y);
  const digits = fine(value, error === 0 ? step : error * Math.abs(value), 3);
  const beyond = y <= upper ? '> ' : y >= lower && error > 0 ? '< ' : '';
  return beyond + (y >= lower && error === 0 ? '0' : scientific(value, digits));
};
const heard = document.createElement('p');
heard.className = 'heard';
heard.setAttribute('aria-live', 'polite');
document.body.append(heard);
let active;
const clear = () => {
  for (const one of document.querySelectorAll('.crosshair')) one.remove();
  active = null;
};
const mark = (drawing, value) => {
  const { quantity, left, right, curves, valueOf, placeOf } = read(drawing);
  const x = placeOf(value);
  if (!(x >= left - 0.5 && x <= right + 0.5) || curves.length === 0) return '';
  const group = make(drawing, 'g', { class: 'crosshair' });
  const { upper, lower } = curves[0];
  make(group, 'path', { d: 'M' + x + ',' + upper + 'V' + lower, stroke: 'var(--ink)', 'stroke-width': 1, 'stroke-opacity': 0.6 });
  const rows = new Map();
  for (const curve of curves) {
    const { path: { dataset: { of: key, name } }, points, isMeasured, path } = curve;
    if (x < points[0].x - 2 || x > points[points.length - 1].x + 2) continue;
    const at = nearest(points, x);
    // Between single points nothing is known.
    if ('apart' in path.dataset && Math.abs(at.x - x) > 1) continue;
    const row = rows.get(key) ?? { colour: path.getAttribute('stroke') };
    if (isMeasured) Object.assign(row, { name, value: textOf(curve, at.y), colour: path.getAttribute('stroke') });
    else row.theory = textOf(curve, at.y);
    rows.set(key, row);
    if (isMeasured) make(group, 'circle', { cx: at.x, cy: at.y, r: 3.5, fill: path.getAttribute('stroke'), stroke: 'var(--paper)', 'stroke-width': 1.2 });
  }
  const said = [...rows.values()].filter((row) => 'name' in row);
  const error = Math.abs(valueOf(x + 0.005) - valueOf(x));
  const lines = [placeWords(quantity, value, error) + (said.some((row) => 'theory' in row) ? ', theory in brackets' : ''),
    ...said.map(({ name, value, theory }) => name + ': ' + value + (theory ? ' (' + theory + ')' : ''))];
  const letters = Number(drawing.getAttribute('font-size'));
  const box = make(group, 'rect', { fill: 'var(--paper)', 'fill-opacity': 0.88, stroke: 'var(--rule)', rx: 3 });
  const texts = lines.map((line, k) => make(group, 'text', { y: upper + letters * (1.3 + 1.3 * k), fill: k === 0 ? 'var(--muted)' : 'var(--ink)' }, line));
  const width = Math.max(...texts.map((text) => text.getComputedTextLength())) + letters * 2;
  const room = drawing.viewBox.baseVal.width;
  const start = Math.max(0, Math.min(room - width, x + 8 + width <= room ? x + 8 : x - 8 - width));
  for (const [key, at] of Object.entries({ x: start, y: upper + 2, width, height: letters * (0.6 + 1.3 * lines.length) })) box.setAttribute(key, at);
  texts.forEach((text, k) => {
    text.setAttribute('x', start + letters * (k === 0 ? 0.5 : 1.4));
    if (k > 0) make(group, 'circle', { cx: start + 0.8 * letters, cy: upper + letters * (0.97 + 1.3 * k), r: 0.32 * letters, fill: said[k - 1].colour });
  });
  return lines.join('; ');
};
// The nearest recorded place of the figure that is pointed at, in every figure against the same quantity.
const show = (drawing, x) => {
  clear();
  const { quantity, curves, valueOf } = read(drawing);
  const points = curves.filter(({ isMeasured }) => isMeasured).map((curve) => nearest(curve.points, x));
  if (points.length === 0) return '';
  const at = points.reduce((best, point) => Math.abs(point.x - x) < Math.abs(best.x - x) ? point : best);
  active = { drawing, x: at.x };
  let words = '';
  for (const other of document.querySelectorAll('svg[data-quantity="' + quantity + '"]')) {
    if (!other.checkVisibility()) continue;
    const said = mark(other, valueOf(at.x));
    if (other === drawing) words = said;
  }
  return words;
};
const point = (event) => {
  const drawing = event.target.closest?.('svg[data-x]');
  if (drawing) {
    const box = drawing.getBoundingClientRect();
    show(drawing, (event.clientX - box.left) * drawing.viewBox.baseVal.width / box.width);
  } else if (active && (event.type === 'pointerdown' || event.pointerType === 'mouse') && document.activeElement !== active.drawing) clear();
};
document.addEventListener('pointermove', point);
document.addEventListener('pointerdown', point);
document.addEventListener('change', clear);
document.addEventListener('keydown', (event) => {
  const drawing = event.target.closest?.('svg[data-x]');
  if (!drawing || event.ctrlKey || event.metaKey || event.altKey) return;
  const places = [...new Set(read(drawing).curves.filter(({ isMeasured }) => isMeasured).flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b);
  const from = active?.drawing === drawing ? places.findIndex((x) => x >= active.x) : -1;
  const far = event.shiftKey ? 10 : 1;
  const to = { ArrowLeft: from < 0 ? places.length - 1 : from - far, ArrowRight: from + far, Home: 0, End: places.length - 1, Escape: -Infinity }[event.key];
  if (typeof to !== 'number') return;
  event.preventDefault();
  if (to === -Infinity) clear();
  else heard.textContent = show(drawing, places[Math.max(0, Math.min(places.length - 1, to))]);
});
for (const drawing of document.querySelectorAll('svg[data-x]')) {
  drawing.setAttribute('tabindex', '0');
  drawing.addEventListener('blur', clear);
}
}
`;
