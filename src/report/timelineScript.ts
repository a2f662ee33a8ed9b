/** Style and script of the timelines: zooming changes the inner drawing's view box and nothing else. */

export const TIMELINE_STYLE = `
.gantt { overflow-x: auto; }
.gantt > svg { display: block; width: 100%; height: auto; min-width: 36rem; touch-action: pan-y; cursor: grab; }
.gantt text { user-select: none; }
.zoom { font-size: 0.85rem; color: var(--muted); max-width: none; }
.zoom button { font: inherit; min-width: 2.2em; color: var(--ink); background: var(--wash); border: 1px solid var(--rule); border-radius: 0.3rem; cursor: pointer; }
.zoom button:hover, .zoom button:focus-visible { border-color: var(--muted); }
@media print { .zoom { display: none; } }
`;

export const TIMELINE_SCRIPT = `
for (const figure of document.querySelectorAll('.timeline')) {
  const drawing = figure.querySelector('.gantt > svg');
  const plot = figure.querySelector('.plot');
  const ticks = figure.querySelector('.ticks');
  const seconds = Number(figure.dataset.seconds);
  const { width: along, height: rows } = plot.viewBox.baseVal;
  const [left, width, top, height] = ['x', 'width', 'y', 'height'].map((name) => plot[name].baseVal.value);
  const y = top + height;
  let from = 0, span = 1;
  const add = (name, attributes, words) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = words;
    ticks.append(element);
  };
  const show = (start, length) => {
    span = Math.min(1, Math.max(1e-4, length));
    from = Math.min(1 - span, Math.max(0, start));
    plot.setAttribute('viewBox', [from * along, 0, span * along, rows].join(' '));
    ticks.textContent = '';
    const raw = span * seconds / 8, power = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].find((digit) => digit * power >= raw) * power;
    const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    for (let k = Math.ceil(from * seconds / step - 1e-9); k * step <= (from + span) * seconds * (1 + 1e-12); k++) {
      const x = left + width * (k * step / seconds - from) / span;
      add('line', { x1: x, x2: x, y1: y, y2: y + 5, stroke: 'var(--rule)' }, '');
      add('text', { x, y: y + 20, 'text-anchor': 'middle', fill: 'var(--muted)' }, (k * step).toFixed(decimals));
    }
  };
  const zoom = (factor, at) => show(from + at * span * (1 - 1 / factor), span / factor);
  const share = (event) => {
    const box = drawing.getBoundingClientRect();
    return ((event.clientX - box.left) * drawing.viewBox.baseVal.width / box.width - left) / width;
  };
  for (const button of figure.querySelectorAll('.zoom button')) {
    button.addEventListener('click', () => {
      if (button.dataset.zoom === '0') show(0, 1);
      else if (button.dataset.zoom) zoom(Number(button.dataset.zoom), 0.5);
      else show(from + Number(button.dataset.move) * span, span);
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
      ArrowRight: () => show(from + span / 4, span), '0': () => show(0, 1) }[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  });
  let grabbed;
  drawing.addEventListener('pointerdown', (event) => { grabbed = share(event); drawing.setPointerCapture(event.pointerId); });
  drawing.addEventListener('pointermove', (event) => {
    if (grabbed === undefined) return;
    const now = share(event);
    show(from - (now - grabbed) * span, span);
    grabbed = now;
  });
  for (const end of ['pointerup', 'pointercancel']) drawing.addEventListener(end, () => { grabbed = undefined; });
  figure.querySelector('.zoom').hidden = false;
  show(0, 1);
}
`;
