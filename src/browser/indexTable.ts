/** The index of runs: hides rows that lack a searched word, and sorts rows by a column. Without scripts the box and the sorting are absent. */
export function offerIndex(): void {
  const box = document.querySelector<HTMLInputElement>('.search');
  if (box === null) return;
  const rows = [...document.querySelectorAll<HTMLElement>('.entry')].map((row) => ({
    ...{ row, text: row.textContent.toLowerCase() },
  }));
  box.addEventListener('input', () => {
    const words = box.value.toLowerCase().split(/\s+/);
    for (const { row, text } of rows) row.hidden = !words.every((word) => text.includes(word));
  });
  box.hidden = false;
  for (const head of document.querySelectorAll<HTMLTableCellElement>('.index th[data-sorts]'))
    offerSorting(head);
}

const { compare } = new Intl.Collator('en', { numeric: true });

function offerSorting(head: HTMLTableCellElement): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.append(...head.childNodes);
  head.append(button);
  button.addEventListener('click', () => {
    const descends = head.getAttribute('aria-sort') === 'ascending';
    for (const other of head.parentElement!.children) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', descends ? 'descending' : 'ascending');
    const body = head.closest('table')!.tBodies[0]!;
    const keyOf = ({ cells }: HTMLTableRowElement): string => cells[head.cellIndex]?.dataset.key ?? '';
    body.append(...[...body.rows].sort((a, b) => (descends ? -1 : 1) * compare(keyOf(a), keyOf(b))));
  });
}
