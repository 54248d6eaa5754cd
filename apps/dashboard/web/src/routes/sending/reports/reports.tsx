import { SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import { type Read, useRead } from '#web/graphql/use-read.ts';
import { percent, timeZone } from '#web/i18n/formats.ts';
import { Chart } from '#web/parts/chart.tsx';
import { ChoiceField, SearchField } from '#web/parts/filter-fields.tsx';
import { Figures } from '#web/parts/figures.tsx';
import { Result } from '#web/parts/result.tsx';
import { Card, Screen, Toolbar } from '#web/parts/screen.tsx';
import { useFilters } from '#web/routes/filters.ts';
import { Groups } from './groups.tsx';
import { changeOf, isPeriod, type Period, periodOf, PERIODS, type PeriodName } from './periods.ts';
import { ReportsDocument, type ReportsQuery } from './reports.generated.ts';
import { useReportsWords } from './words.ts';

const NAMES = Object.keys(PERIODS) as PeriodName[];
const TOTALS = ['sent', 'delivered', 'bounced', 'complained', 'humanOpened', 'humanClicked', 'unsubscribed'] as const;

export default function Reports() {
  const words = useReportsWords();
  const [filters, setFilters] = useFilters(['period', 'environment', 'tag']);
  const [now] = useState(() => Date.now());
  const name = isPeriod(filters.period) ? filters.period : 'month';
  const period = useMemo(() => periodOf(name, now), [name, now]);
  const { environment, tag } = filters;
  const read = useRead(ReportsDocument, { ...period, environment, tag });
  return (
    <Screen title={words.title} lead={words.lead(timeZone())}>
      <Toolbar>
        <SegmentedControl
          aria-label={words.period}
          value={name}
          onChange={(value) => setFilters({ period: value })}
          data={NAMES.map((value) => ({ value, label: words[value] }))}
        />
        <ChoiceField
          label={words.environment}
          value={environment}
          change={(value) => setFilters({ environment: value })}
          options={(['live', 'test'] as const).map((value) => ({ value, label: words[value] }))}
        />
        <SearchField
          label={words.tag}
          placeholder={words.tagHint}
          value={tag}
          change={(value) => setFilters({ tag: value })}
          search={false}
        />
      </Toolbar>
      <Totals read={read} />
      <Card title={words.overTime}>
        <Result read={read} field="reportTimeseries" rows={7}>
          {(points) => <OverTime points={points} period={period} />}
        </Result>
      </Card>
      <Groups period={period} />
    </Screen>
  );
}

function Totals({ read }: { read: Read<ReportsQuery> }) {
  const words = useReportsWords();
  const now = read.data?.now?.totals;
  const earlier = read.data?.earlier?.totals;
  if (!now && !read.loading) {
    return (
      <Card>
        <Result read={read} field="now">
          {() => null}
        </Result>
      </Card>
    );
  }
  const names = { ...words, humanOpened: words.opened, humanClicked: words.clicked };
  const note = (total: (typeof TOTALS)[number]) => {
    const change = now && changeOf(now[total], earlier?.[total]);
    if (change == null) return undefined;
    const share = percent(Math.abs(change));
    return change === 0 ? words.same : words.before(change > 0 ? words.more(share) : words.less(share));
  };
  return <Figures of={TOTALS.map((total) => ({ name: names[total], value: now?.[total], note: note(total) }))} />;
}

interface OverTimeProps {
  points: NonNullable<ReportsQuery['reportTimeseries']>;
  period: Period;
}

function OverTime({ points, period }: OverTimeProps) {
  const words = useReportsWords();
  const at = useMemo(() => points.map((point) => point.at), [points]);
  const lines = useMemo(
    () => [
      { name: words.sent, values: points.map(({ sent }) => sent) },
      { name: words.delivered, values: points.map(({ delivered }) => delivered) },
      { name: words.bounced, values: points.map(({ bounced }) => bounced) },
      { name: words.opened, values: points.map(({ humanOpened }) => humanOpened) },
      { name: words.clicked, values: points.map(({ humanClicked }) => humanClicked) },
    ],
    [points, words],
  );
  return <Chart label={words.overTime} at={at} lines={lines} hours={period.interval === 'hour'} />;
}
