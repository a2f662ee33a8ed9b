/** Names of panels: each is also that of a folder, beside the files of the joint report. */

/** What a panel may be called, in words. */
export const PANEL_NAMES =
  'must be of letters, digits, hyphens and dots, such as "h-0.1", and not "figures" or that of a file (.json, .html, .csv, .tmp, .lock)';

/** Whether a panel may be called so, and a folder of its own beside the joint report's files. */
export const isPanelName = (name: string): boolean =>
  /^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*$/.test(name) &&
  !name.startsWith('-') &&
  !/^figures$|\.(?:json|html|csv|tmp|lock)$/i.test(name);
