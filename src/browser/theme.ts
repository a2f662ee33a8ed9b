/** Turns the page over to light or dark; without scripts there is no button and the reader's preference holds. */
export function offerTheme(): void {
  const button = document.querySelector<HTMLButtonElement>('.theme');
  if (button === null) return;
  const root = document.documentElement;
  const preferred = matchMedia('(prefers-color-scheme: dark)');
  const isDark = (): boolean => (root.dataset.theme ?? (preferred.matches ? 'dark' : 'light')) === 'dark';
  const name = (): void => {
    button.textContent = isDark() ? 'Light' : 'Dark';
  };
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    name();
  });
  preferred.addEventListener('change', name);
  button.hidden = false;
  name();
}
