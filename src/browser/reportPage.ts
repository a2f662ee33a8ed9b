/** The script of every page that a report has: each part finds on the page what it is for, or does nothing. */
import { offerCrosshairs } from './crosshair.ts';
import { offerIndex } from './indexTable.ts';
import { offerPlay } from './play.ts';
import { offerTheme } from './theme.ts';
import { offerTimelines } from './timeline.ts';

for (const offer of [offerTheme, offerCrosshairs, offerTimelines, offerIndex, offerPlay]) offer();
