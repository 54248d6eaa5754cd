import { SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useRead } from '#web/graphql/use-read.ts';
import { Chart } from '#web/parts/chart.tsx';
import { ChoiceField } from '#web/parts/filter-fields.tsx';
import { Result } from '#web/parts/result.tsx';
import { Card, Toolbar } from '#web/parts/screen.tsx';
import { useFilters } from '#web/routes/filters.ts';
import { isPeriod, type PeriodName, periodOf, PERIODS } from '#web/routes/sending/reports/periods.ts';
import { PlatformSeriesDocument, type PlatformSeriesQuery } from './overview.generated.ts';
import { useOverviewWords } from './words.ts';

type Point = NonNullable<PlatformSeriesQuery['platformSeries']>[number];
type Value = Exclude<keyof Point, 'at'>;
type Words = ReturnType<typeof useOverviewWords>;

const NAMES = Object.keys(PERIODS) as PeriodName[];

/** Figures that are shown together, as they are of one scale; each with its text. */
const CHARTS: readonly { title: keyof Words; lines: readonly (readonly [Value, keyof Words])[] }[] = [
  {
    title: 'messagesOverTime',
    lines: [
      ['accepted', 'accepted'],
      ['sent', 'sent'],
      ['delivered', 'delivered'],
      ['bounced', 'bounced'],
      ['complained', 'complained'],
      ['failed', 'failed'],
    ],
  },
  {
    title: 'webhooksOverTime',
    lines: [
      ['webhooksDelivered', 'delivered'],
      ['webhooksFailed', 'failed'],
    ],
  },
  {
    title: 'queuesOverTime',
    lines: [
      ['queued', 'queued'],
      ['dead', 'dead'],
    ],
  },
  { title: 'waitOverTime', lines: [['oldestSeconds', 'oldest']] },
];

/** The figures of the platform over time; by the hour for up to a week, else by the day. */
export function Series({ queues }: { queues: readonly string[] }) {
  const words = useOverviewWords();
  const [{ period, channel, queue }, setFilters] = useFilters(['period', 'channel', 'queue']);
  const [now] = useState(() => Date.now());
  const name = isPeriod(period) ? period : 'day';
  const hours = name === 'day' || name === 'week';
  const { from, to } = useMemo(() => periodOf(name, now), [name, now]);
  const read = useRead(PlatformSeriesDocument, { from, to, interval: hours ? 'hour' : 'day', channel, queue });
  return (
    <>
      <Toolbar>
        <SegmentedControl
          aria-label={words.period}
          value={name}
          onChange={(value) => setFilters({ period: value })}
          data={NAMES.map((value) => ({ value, label: words[value] }))}
        />
        <ChoiceField
          label={words.channel}
          value={channel}
          change={(value) => setFilters({ channel: value })}
          options={(['email', 'sms', 'push'] as const).map((value) => ({ value, label: words[value] }))}
        />
        <ChoiceField
          label={words.queue}
          value={queue}
          change={(value) => setFilters({ queue: value })}
          options={queues.map((value) => ({ value, label: value }))}
        />
      </Toolbar>
      {CHARTS.map(({ title, lines }) => {
        const label = words[title] as string;
        return (
          <Card key={title} title={label} lead={words.underWay}>
            <Result read={read} field="platformSeries" rows={7}>
              {(points) => <Figures label={label} points={points} lines={lines} hours={hours} />}
            </Result>
          </Card>
        );
      })}
    </>
  );
}

interface FiguresProps {
  label: string;
  points: readonly Point[];
  lines: readonly (readonly [Value, keyof Words])[];
  hours: boolean;
}

function Figures({ label, points, lines, hours }: FiguresProps) {
  const words = useOverviewWords();
  const at = useMemo(() => points.map((point) => point.at), [points]);
  const drawn = useMemo(
    () => lines.map(([value, name]) => ({ name: words[name] as string, values: points.map((point) => point[value]) })),
    [points, lines, words],
  );
  return <Chart label={label} at={at} lines={drawn} hours={hours} />;
}
