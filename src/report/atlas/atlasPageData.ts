/** What the page of an atlas is made from. */
import type { Titles } from '../../algorithms/titles.ts';
import type { AtlasReport } from '../../search/atlas/atlasReport.ts';

export interface AtlasPageData {
  /** the scenario's */
  readonly title: string;
  readonly report: AtlasReport;
  readonly titleOf: Titles;
  /** of the program */
  readonly version: string;
}
