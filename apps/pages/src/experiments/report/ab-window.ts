import { momentOf, TrafficWindow } from '#libs/sites/traffic';
import { REPORT_WINDOW, toWindow, type WindowQuery } from '../../analytics/dto/window.query.js';

type Given = WindowQuery & { desde?: string };

/**
 * The window of a report: that of other reports until now, from the later of `de` and `desde` on. Without either it begins with the phase, so
 * that each look sees what the one before saw, as the always-valid test needs.
 * @throws Problem Unprocessable if the window is not valid
 */
export function abWindowOf({ de, desde, ate, fuso }: Given, phaseStart: Date | null, now: Date): TrafficWindow {
  const until = ate ?? now.toISOString();
  if (de === undefined && desde === undefined && phaseStart)
    return TrafficWindow.since(phaseStart, { until, zone: fuso }, now, REPORT_WINDOW);
  return toWindow({ de: later(de, desde, fuso), ate: until, fuso });
}

function later(one: string | undefined, other: string | undefined, zone: string): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return momentOf(one, zone) > momentOf(other, zone) ? one : other;
}
