/** The style of what a reader plays with: controls beside the picture; on a phone below it, where it stays in sight. */
export const PLAY_STYLE = `
#play .bench { display: grid; grid-template-columns: minmax(0, 15rem) minmax(0, 1fr); gap: 0 2rem; align-items: start; }
#play .bench:has(> form[hidden]) { grid-template-columns: minmax(0, 1fr); }
#play form[hidden] { display: none; }
#play .controls { font-size: 0.9rem; position: sticky; top: 0.5rem; }
#play .controls > p { display: grid; grid-template-columns: 1fr auto; gap: 0.1rem 0.6rem; align-items: baseline; margin: 0 0 0.6rem; }
#play .controls input[type='range'] { grid-column: 1 / -1; width: 100%; margin: 0; accent-color: var(--words-2); }
#play output { font-weight: 600; }
#play output.changed { color: var(--words-2); }
#play select, #play .buttons button { font: inherit; color: var(--ink); background: var(--wash); border: 1px solid var(--rule); border-radius: 0.3rem; padding: 0.15rem 0.5rem; }
#play .buttons button { cursor: pointer; padding: 0.3rem 0.9rem; }
#play .buttons button:hover, #play .buttons button:focus-visible { border-color: var(--muted); }
#play .controls > .choice { grid-template-columns: minmax(0, 1fr); }
#play .choice select { width: 100%; }
#play fieldset { border: 0; padding: 0; margin: 0 0 0.8rem; }
#play legend { padding: 0; margin-bottom: 0.2rem; }
#play fieldset label { display: block; }
#play fieldset details { margin: 0.2rem 0 0; }
#play summary { font-weight: 400; color: var(--muted); }
#play [role='status'] { min-height: 3.1em; margin: 0 0 0.4rem; max-width: none; font-size: 0.9rem; }
#play[data-holds='true'] [role='status'] { font-weight: 600; }
#play .picture figure { margin: 0; }
#play .picture figcaption { display: none; }
#play .seen.busy .picture { opacity: 0.75; }
#play .numbers { margin-top: 0.8rem; }
@media screen and (max-width: 56rem) {
  #play .bench { grid-template-columns: minmax(0, 1fr); }
  #play .seen { display: contents; }
  #play .controls { position: static; }
  #play [role='status'], #play .picture { order: -1; }
  #play .picture { position: sticky; top: 0; z-index: 1; margin-bottom: 0.8rem; background: var(--paper); }
}
@media print { #play .controls, #play > .muted { display: none; } #play .bench { grid-template-columns: minmax(0, 1fr); } }
`;
