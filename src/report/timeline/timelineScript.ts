/** Style and script of the timelines: zooming changes the inner drawing's view box, and the words that go with it. */

import { DRAWN_CURVES } from '../chart/crosshair.ts';

export const TIMELINE_STYLE = `
.gantt { overflow-x: auto; }
.gantt > svg { display: block; width: 100%; height: auto; min-width: 46rem; touch-action: pan-y; cursor: crosshair; }
.gantt text { user-select: none; pointer-events: none; }
.gantt .links.on { stroke-width: 2.5; stroke-opacity: 1; visibility: visible; }
.gantt .whole { cursor: ew-resize; }
.zoom { font-size: 0.85rem; color: var(--muted); max-width: none; margin: 0.3rem 0; }
.zoom button { font: inherit; min-width: 2.2em; color: var(--ink); background: var(--wash); border: 1px solid var(--rule); border-radius: 0.3rem; cursor: pointer; }
.zoom button:hover, .zoom button:focus-visible { border-color: var(--muted); }
.reading { font-size: 0.85rem; min-height: 1.5em; max-width: none; margin: 0.2rem 0; }
@media print { .zoom, .reading { display: none; } .gantt > svg { min-width: 0; } }
`;

export const TIMELINE_SCRIPT = `{
${DRAWN_CURVES}
for (const figure of document.querySelectorAll('.timeline')) {
  const drawing = figure.querySelector('.gantt > svg');
  const plot = figure.querySelector('.plot');
  const whole = figure.querySelector('.whole');
  const reading = figure.querySelector('.reading');
  const [start, length, end] = figure.dataset.seconds.split(' ').map(Number);
  const tall = plot.viewBox.baseVal.height;
  const [left, width] = ['x', 'width'].map((name) => plot[name].baseVal.value);
  const [top, bottom] = plot.dataset.span.split(' ').map(Number);
  let from = start, span = length;
  const place = (time) => left + width * (time - from) / span;
  const decimalsOf = (step) => Math.min(100, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
  // Every server step with the number of the version that it made.
  const servers = [...plot.querySelectorAll('.steps')].map((path, k) => {
    const times = [...path.getAttribute('d').matchAll(/M([^,]+),/g)].map(([, time]) => Number(time));
    const begins = path.dataset.versions === '' ? [] : path.dataset.versions.split(' ').map((one) => one.split(':').map(Number));
    let at = 0;
    const versions = times.map((_, k) => {
      while (at + 1 < begins.length && begins[at + 1][0] <= k) at++;
      return begins[at][1] + k - begins[at][0];
    });
    return { name: path.dataset.name, times, versions, y: Number(path.dataset.middle), labels: figure.querySelectorAll('.versions')[k] };
  });
  const show = (since, seconds) => {
    span = Math.min(end, Math.max(end * 1e-5, seconds));
    from = Math.min(end - span, Math.max(0, since));
    plot.setAttribute('viewBox', [from, 0, span, tall].join(' '));
    const ticks = figure.querySelector('.ticks');
    ticks.textContent = '';
    const raw = span / 8, power = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].find((digit) => digit * power >= raw) * power;
    for (let k = Math.ceil(from / step - 1e-9); k * step <= (from + span) * (1 + 1e-12); k++) {
      const x = place(k * step);
      make(ticks, 'path', { d: 'M' + x + ',' + bottom + 'v5', stroke: 'var(--rule)' });
      make(ticks, 'text', { x, y: bottom + 18, 'text-anchor': 'middle', fill: 'var(--muted)' }, (k * step + 0).toLocaleString('en', { minimumFractionDigits: decimalsOf(step) }));
    }
    for (const { times, versions, y, labels } of servers) {
      labels.textContent = '';
      times.forEach((time, k) => {
        if (k === 0 && versions[0] === 1) label(0, time, 0);
        const next = versions[k + 1] === versions[k] + 1 ? times[k + 1] : undefined;
        if (next !== undefined) label(time, next, versions[k]);
      });
      function label(since, until, version) {
        const [a, b] = [Math.max(since, from), Math.min(until, from + span)];
        const words = String(version);
        if ((b - a) * width / span < 7.5 * words.length + 5) return;
        make(labels, 'text', { x: place((a + b) / 2), y, 'text-anchor': 'middle', fill: 'var(--ink)' }, words);
      }
    }
    for (const text of figure.querySelectorAll('.events text')) {
      const at = Number(text.dataset.at);
      text.setAttribute('x', place(at) + 4);
      text.setAttribute('visibility', at < from || at > from + span ? 'hidden' : 'visible');
    }
    const seen = figure.querySelector('.seen');
    if (seen) {
      const [low, high] = numbers(whole.dataset.plot);
      seen.setAttribute('x', low + (high - low) * from / end);
      seen.setAttribute('width', Math.max(2, (high - low) * span / end));
    }
  };
  const zoom = (factor, at) => show(from + at * span * (1 - 1 / factor), span / factor);
  const pointed = (event) => {
    const box = drawing.getBoundingClientRect();
    const scale = drawing.viewBox.baseVal.width / box.width;
    return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  };
  const share = (event) => (pointed(event)[0] - left) / width;
  for (const button of figure.querySelectorAll('.zoom button')) {
    button.addEventListener('click', () => {
      const { zoom: factor, move, at } = button.dataset;
      if (factor === '0') show(start, length);
      else if (factor) zoom(Number(factor), 0.5);
      else if (move) show(from + Number(move) * span, span);
      else show(Number(at) - 0.1 * length, length);
    });
  }
  drawing.addEventListener('wheel', (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoom(2 ** (-event.deltaY / 200), share(event));
  }, { passive: false });
  drawing.setAttribute('tabindex', '0');
  drawing.addEventListener('keydown', (event) => {
    const act = { '+': () => zoom(2, 0.5), '-': () => zoom(0.5, 0.5), ArrowLeft: () => show(from - span / 4, span),
      ArrowRight: () => show(from + span / 4, span), '0': () => show(start, length) }[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  });
  // Curves and bars are read from what is drawn.
  const curves = [...plot.querySelectorAll('.curve')].map((path) => {
    const points = vertices(path);
    const value = (height) => path.dataset.kind === 'logarithmic' ? valueAt(path, height).toPrecision(3) : Math.round(100 * valueAt(path, height)) + ' %';
    return { name: path.dataset.name, at(time) {
      const k = points.findIndex((point) => point.x > time);
      if (k < 1 || points[k].isStart) return undefined;
      const [a, b] = [points[k - 1], points[k]];
      return value(a.y + (b.y - a.y) * (time - a.x) / (b.x - a.x));
    } };
  });
  const bars = [...plot.querySelectorAll('.activity')].map((path) => {
    const [group, first, row, count] = numbers(path.dataset.rows);
    const spans = [...path.getAttribute('d').matchAll(/M([^,]+),([^H]+)H([^M]+)/g)].map(([, a, y, b]) => [Number(a), Number(b), Math.floor((y - first) / row)]);
    return { group, first, row, count, activity: path.dataset.activity, spans };
  });
  const hair = make(drawing, 'path', { stroke: 'var(--ink)', 'stroke-width': 1, 'stroke-opacity': 0.6, 'pointer-events': 'none' });
  const read = (x, y) => {
    for (const link of plot.querySelectorAll('.links.on')) link.classList.remove('on');
    if (x < left || x > left + width || y > bottom || y < top) { hair.setAttribute('d', ''); reading.textContent = ''; return; }
    hair.setAttribute('d', 'M' + x + ',' + top + 'V' + bottom);
    const time = from + span * (x - left) / width;
    const words = [time.toFixed(decimalsOf(span / 1000)) + ' s'];
    for (const { name, times, versions } of servers) {
      const k = times.findLastIndex((one) => one <= time);
      if (times.length > 0 && (k >= 0 || versions[0] === 1)) words.push(name + ' ' + (k < 0 ? 0 : versions[k]));
    }
    for (const { name, at } of curves) { const value = at(time); if (value !== undefined) words.push(name + ' ' + value); }
    for (const { group, first, row, count, activity, spans } of bars) {
      const agent = Math.floor((y - first) / row);
      if (agent < 0 || agent >= count) continue;
      if (spans.some(([a, b, who]) => who === agent && a <= time && time < b)) words.push('agent ' + agent + ' ' + activity);
      for (const link of plot.querySelectorAll('.links[data-agent="' + group + ' ' + agent + '"]')) link.classList.add('on');
    }
    reading.textContent = words.join(' · ');
  };
  let grabbed, sought;
  const seek = (event) => {
    const [low, high] = numbers(whole.dataset.plot);
    show(end * (pointed(event)[0] - low) / (high - low) - span / 2, span);
  };
  drawing.addEventListener('pointerdown', (event) => {
    sought = whole !== null && whole.contains(event.target);
    if (sought) seek(event); else grabbed = share(event);
    drawing.setPointerCapture(event.pointerId);
  });
  drawing.addEventListener('pointermove', (event) => {
    if (sought) seek(event);
    else if (grabbed !== undefined) { const now = share(event); show(from - (now - grabbed) * span, span); grabbed = now; }
    read(...pointed(event));
  });
  drawing.addEventListener('pointerleave', () => read(-1, -1));
  for (const over of ['pointerup', 'pointercancel']) drawing.addEventListener(over, () => { grabbed = undefined; sought = false; });
  figure.querySelector('.zoom').hidden = false;
  show(start, length);
}
}
`;
