import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CircleCheck, Send } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useLive } from '#web/graphql/use-live.ts';
import { type Read, useRead } from '#web/graphql/use-read.ts';
import { percent } from '#web/i18n/formats.ts';
import { StatusBadge } from '#web/parts/badge.tsx';
import { Chart } from '#web/parts/chart.tsx';
import { Figures } from '#web/parts/figures.tsx';
import { Result } from '#web/parts/result.tsx';
import { Rows } from '#web/parts/rows.tsx';
import { Card, Cards, Screen } from '#web/parts/screen.tsx';
import { Empty } from '#web/parts/states.tsx';
import { When } from '#web/parts/when.tsx';
import { useSession } from '#web/shell/session.ts';
import { HomeDocument, type HomeQuery } from './home.generated.ts';
import { Tasks } from './tasks.tsx';
import { useHomeWords } from './words.ts';

const DAYS = 30;
const DAY_MS = 86_400_000;
/** Figures of a month cost more than a list, and change by little. */
const REST_MS = 15_000;

/** Midnight thirty days ago, so that a day's figures are asked for once. */
export const thirtyDaysAgo = (now: number): string =>
  new Date(Math.floor(now / DAY_MS) * DAY_MS - DAYS * DAY_MS).toISOString();

export default function Home() {
  const words = useHomeWords();
  const { me } = useSession();
  const [from] = useState(() => thirtyDaysAgo(Date.now()));
  const read = useRead(HomeDocument, { from });
  useLive(['messages', 'deliveries'], read.again, { restMs: REST_MS });
  return (
    <Screen
      title={words.hello(me.name || me.email)}
      lead={words.lead}
      actions={
        <Button component={Link} to="/send" leftSection={<Send size={16} aria-hidden />}>
          {words.send}
        </Button>
      }
    >
      <Overview read={read} />
      <Card title={words.perDay}>
        <Result read={read} field="reportTimeseries" rows={7}>
          {(points) => <PerDay points={points} />}
        </Result>
      </Card>
      <Cards>
        <Tasks read={read} />
        <Problems read={read} />
      </Cards>
    </Screen>
  );
}

function Overview({ read }: { read: Read<HomeQuery> }) {
  const words = useHomeWords();
  const overview = read.data?.reportOverview;
  if (!overview && !read.loading) {
    return (
      <Card>
        <Result read={read} field="reportOverview">
          {() => null}
        </Result>
      </Card>
    );
  }
  const { totals, rates } = overview ?? {};
  const share = (rate: number | null | undefined) => (rate == null ? undefined : words.of(percent(rate)));
  return (
    <Figures
      of={[
        { name: words.sent, value: totals?.sent },
        { name: words.delivered, value: totals?.delivered, note: share(rates?.delivered) },
        { name: words.bounced, value: totals?.bounced, note: share(rates?.bounced) },
        { name: words.complained, value: totals?.complained, note: share(rates?.complained) },
        { name: words.opened, value: totals?.humanOpened },
      ]}
    />
  );
}

function PerDay({ points }: { points: NonNullable<HomeQuery['reportTimeseries']> }) {
  const words = useHomeWords();
  const at = useMemo(() => points.map((point) => point.at), [points]);
  const lines = useMemo(
    () => [
      { name: words.sent, values: points.map(({ sent }) => sent) },
      { name: words.delivered, values: points.map(({ delivered }) => delivered) },
      { name: words.bounced, values: points.map(({ bounced }) => bounced) },
    ],
    [points, words],
  );
  return <Chart label={words.perDay} at={at} lines={lines} />;
}

function Problems({ read }: { read: Read<HomeQuery> }) {
  const words = useHomeWords();
  return (
    <Card title={words.problems} flush>
      <Result read={read} field="bounced">
        {({ edges }) =>
          edges.length === 0 ? (
            <Empty title={words.noProblems} icon={CircleCheck}>
              {words.noProblemsLead}
            </Empty>
          ) : (
            <Rows
              label={words.problems}
              rows={edges.map(({ node }) => node)}
              keyOf={({ id }) => id}
              link={({ id }) => `/messages/${id}`}
              columns={[
                { title: '', width: '2fr', cell: ({ to }) => to },
                { title: '', cell: ({ status }) => <StatusBadge status={status} /> },
                { title: '', end: true, cell: ({ createdAt }) => <When at={createdAt} /> },
              ]}
            />
          )
        }
      </Result>
    </Card>
  );
}
