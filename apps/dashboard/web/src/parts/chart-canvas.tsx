import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { CHART, DARK, LIGHT } from '../../../../../libs/core/html/src/palette.ts';
import { bucketName, number, short, timeZone } from '#web/i18n/formats.ts';
import { currentLanguage } from '#web/i18n/language.ts';
import styles from './chart.module.css';

export interface Line {
  name: string;
  values: readonly number[];
}

export interface ChartProps {
  label: string;
  /** Times in ISO, of the start of each bucket. */
  at: readonly string[];
  lines: readonly Line[];
  /** Buckets are hours, so axes show them. */
  hours?: boolean;
}

const HEIGHT = 240;

/** A chart of lines in the colours of the theme. What it shows is also a table, for those who do not see it. */
export default function ChartCanvas({ label, at, lines, hours }: ChartProps) {
  const scheme = useComputedColorScheme('light');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const seconds = at.map((iso) => Date.parse(iso) / 1000);
    const plot = new UPlot(
      optionsOf(lines, scheme, element.clientWidth, hours ?? false),
      [seconds, ...lines.map(({ values }) => [...values])],
      element,
    );
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [at, lines, scheme, hours]);
  return (
    <figure aria-label={label} style={{ margin: 0 }}>
      <div ref={place} className={styles.chart} aria-hidden />
      <ChartTable label={label} at={at} lines={lines} hours={hours} />
    </figure>
  );
}

function ChartTable({ label, at, lines, hours = false }: ChartProps) {
  return (
    <div className="visually-hidden">
      <table>
        <caption>{`${label} (${zoneOf(hours)})`}</caption>
        <tbody>
          {at.map((iso, index) => (
            <tr key={iso}>
              <th scope="row">{bucketName(Date.parse(iso), hours)}</th>
              {lines.map(({ name, values }) => (
                <td key={name}>{`${name}: ${number(values[index] ?? 0)}`}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The zone that the buckets are of: days are those of UTC, hours are told as the reader's clock has them. */
const zoneOf = (hours: boolean): string => (hours ? timeZone() : 'UTC');

/** The word for an hour or a day, in the language of the page. */
const named = (field: 'hour' | 'day'): string =>
  new Intl.DisplayNames(currentLanguage(), { type: 'dateTimeField' }).of(field) ?? field;

/** Shows the values of the last bucket in the legend, while the pointer is at none. */
function showLast(plot: UPlot): void {
  if (plot.data[0].length > 0) plot.setLegend({ idx: plot.data[0].length - 1 });
}

function optionsOf(lines: readonly Line[], scheme: 'light' | 'dark', width: number, hours: boolean): UPlot.Options {
  const palette = scheme === 'dark' ? DARK : LIGHT;
  const axis: UPlot.Axis = {
    stroke: palette.soft,
    grid: { stroke: palette.line, width: 0.5 },
    ticks: { stroke: palette.line, width: 0.5 },
    font: '12px system-ui, sans-serif',
  };
  const time = (seconds: number | null | undefined) =>
    seconds == null || Number.isNaN(seconds) ? '–' : bucketName(seconds * 1000, hours);
  return {
    width,
    height: HEIGHT,
    cursor: { points: { size: 7 } },
    hooks: { ready: [showLast], setCursor: [(plot) => plot.cursor.idx == null && showLast(plot)] },
    scales: { y: { range: (_plot, _least, most) => [0, Math.max(4, (most || 0) * 1.1)] } },
    axes: [
      { ...axis, values: (_plot, ticks) => ticks.map(time), space: hours ? 120 : 70 },
      { ...axis, values: (_plot, ticks) => ticks.map(short), size: 48 },
    ],
    series: [
      { label: `${named(hours ? 'hour' : 'day')} (${zoneOf(hours)})`, value: (_plot, seconds) => time(seconds) },
      ...lines.map(({ name }, index) => ({
        label: name,
        stroke: CHART[scheme][index % CHART[scheme].length],
        width: 2,
        fill: index === 0 ? `${CHART[scheme][0]}14` : undefined,
        points: { show: lines[0]!.values.length < 3 },
      })),
    ],
  };
}
