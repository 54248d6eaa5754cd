import { Button } from '@mantine/core';
import { CircleCheck } from 'lucide-react';
import { usePages, useRead } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { number } from '#web/i18n/formats.ts';
import { StatusBadge } from '#web/parts/badge.tsx';
import { Confirm } from '#web/parts/dialogs.tsx';
import { RemoveButton } from '#web/parts/remove-button.tsx';
import { Result } from '#web/parts/result.tsx';
import { PagedRows } from '#web/parts/paged-rows.tsx';
import { Rows } from '#web/parts/rows.tsx';
import { Card, Screen } from '#web/parts/screen.tsx';
import { BY_TIME, useSort } from '#web/parts/sort.ts';
import { Empty } from '#web/parts/states.tsx';
import { OF_TIME, When } from '#web/parts/when.tsx';
import {
  DeadLettersDocument,
  DiscardDeadLetterDocument,
  QueuesDocument,
  ReleaseQueuesDocument,
  RetryDeadLetterDocument,
} from '../console.generated.ts';
import { useConsoleWords } from '../words.ts';
import { QueueRows } from './queue-rows.tsx';

export default function Queues() {
  const words = useConsoleWords();
  const common = useCommon();
  const read = useRead(QueuesDocument, {});
  const release = useWrite(ReleaseQueuesDocument, words.changed);
  return (
    <Screen title={words.queues} lead={words.queuesLead}>
      <Card flush title={words.queues}>
        <Result read={read} field="workQueues">
          {(queues) => <QueueRows queues={queues} />}
        </Result>
      </Card>
      <DeadLetters />
      <Card flush title={words.holds}>
        <Result read={read} field="queueHolds" rows={2}>
          {(holds) =>
            holds.length === 0 ? (
              <Empty title={words.noHolds} icon={CircleCheck} />
            ) : (
              <Rows
                label={words.holds}
                rows={holds}
                keyOf={({ id }) => id}
                columns={[
                  { title: words.reason, width: '2fr', cell: ({ reason }) => <strong>{reason}</strong> },
                  { title: words.heldSince, ...OF_TIME, cell: ({ heldAt }) => <When at={heldAt} /> },
                  { title: common.status, cell: (hold) => <StatusBadge status={stateOf(hold)} /> },
                  {
                    title: '',
                    width: '110px',
                    actions: true,
                    cell: ({ releasedAt }) =>
                      !releasedAt && (
                        <Confirm
                          title={words.releaseTitle}
                          confirm={words.release}
                          run={() => release.run({ input: {} })}
                          trigger={(open) => (
                            <Button size="compact-sm" variant="default" onClick={open}>
                              {words.release}
                            </Button>
                          )}
                        >
                          {words.releaseText}
                        </Confirm>
                      ),
                  },
                ]}
              />
            )
          }
        </Result>
      </Card>
    </Screen>
  );
}

/** A hold that was released is on until the work that waited is cancelled. */
const stateOf = ({ releasedAt, endedAt }: { releasedAt: string | null; endedAt: string | null }): string =>
  endedAt ? 'completed' : releasedAt ? 'running' : 'held';

function DeadLetters() {
  const words = useConsoleWords();
  const sort = useSort(['newest', 'oldest']);
  const read = usePages(DeadLettersDocument, { sort: sort.current }, 'deadLetters');
  const retry = useWrite(RetryDeadLetterDocument, words.changed);
  const discard = useWrite(DiscardDeadLetterDocument, words.changed);
  return (
    <Card flush title={words.deadLetters}>
      <PagedRows
        label={words.deadLetters}
        read={read}
        sort={sort}
        keyOf={({ id }) => id}
        columns={[
          { title: words.kind, width: '1.5fr', cell: ({ kind }) => <strong>{kind}</strong> },
          { title: words.error, width: '3fr', cell: ({ error }) => <span title={error ?? undefined}>{error}</span> },
          { title: words.attempts, end: true, wide: true, cell: ({ attempts }) => number(attempts) },
          { title: words.failed, ...OF_TIME, sort: BY_TIME, cell: ({ deadAt }) => <When at={deadAt} /> },
          {
            title: '',
            width: '130px',
            actions: true,
            cell: ({ id, kind }) => (
              <>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={`${words.retry}: ${kind}`}
                  onClick={() => void retry.run({ id })}
                >
                  {words.retry}
                </Button>
                <RemoveButton what={kind} title={words.discard} run={() => discard.run({ id })}>
                  {words.discardText}
                </RemoveButton>
              </>
            ),
          },
        ]}
        empty={<Empty title={words.empty} icon={CircleCheck} />}
      />
    </Card>
  );
}
