/** What a page to play with and its worker say to each other; plain data. */
import type { Horizontal } from './axes.ts';

/** What a reader asks for. */
export interface Wish {
  /** over those of the run; none for the run as it is */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly axis: Horizontal;
  /** whether a run that was recorded is computed again, and compared; else what was recorded is drawn */
  readonly repeat?: boolean;
}

/** What there is to see, as parts of a page. */
export interface View {
  readonly figure: string;
  readonly table: string;
  /** the axes that say something of it */
  readonly axes: readonly Horizontal[];
}

export type ToWorker =
  /** first of all: the run as text */
  { readonly kind: 'run'; readonly text: string } | { readonly kind: 'wish'; readonly wish: Wish };

export type ToPage =
  /** how far it is, where there is nothing new to draw */
  | { readonly kind: 'computing'; readonly share: number }
  | { readonly kind: 'drawn'; readonly share: number; readonly view: View }
  | {
      readonly kind: 'done';
      readonly view: View;
      /** that were computed; 0 where all were known */
      readonly replications: number;
      /** algorithms that cannot run so, and why */
      readonly leftOut: readonly { readonly algorithm: string; readonly reason: string }[];
      /** of the run as it was recorded */
      readonly verdict?: { readonly holds: boolean; readonly text: string };
      readonly milliseconds: number;
    }
  /** the wish means nothing, and why */
  | { readonly kind: 'refused'; readonly text: string };
