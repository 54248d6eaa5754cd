import { number } from '#web/i18n/formats.ts';
import { Rows } from '#web/parts/rows.tsx';
import type { MetricsQuery } from '../overview/overview.generated.ts';
import { useConsoleWords } from '../words.ts';

type Queue = NonNullable<MetricsQuery['platformMetrics']>['queues'][number];

/** Each kind of work with what waits of it. */
export function QueueRows({ queues }: { queues: readonly Queue[] }) {
  const words = useConsoleWords();
  return (
    <Rows
      label={words.queues}
      rows={queues}
      keyOf={({ kind }) => kind}
      columns={[
        { title: words.kind, width: '3fr', cell: ({ kind }) => <strong>{kind}</strong> },
        { title: words.due, end: true, cell: ({ due }) => number(due) },
        { title: words.delayed, end: true, cell: ({ delayed }) => number(delayed) },
        { title: words.dead, end: true, cell: ({ dead }) => number(dead) },
        {
          title: words.oldest,
          end: true,
          cell: ({ oldestSeconds }) => (oldestSeconds == null ? '–' : words.seconds(number(oldestSeconds))),
        },
      ]}
    />
  );
}
