import { Button } from '@mantine/core';
import { KeyRound, MailWarning } from 'lucide-react';
import { useRead } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { Badge, StatusBadge } from '#web/parts/badge.tsx';
import { Copy } from '#web/parts/copy.tsx';
import { Confirm } from '#web/parts/dialogs.tsx';
import { Facts } from '#web/parts/facts.tsx';
import { Result } from '#web/parts/result.tsx';
import { Card, Screen } from '#web/parts/screen.tsx';
import { Empty } from '#web/parts/states.tsx';
import { When } from '#web/parts/when.tsx';
import {
  CheckFeedbackKeysDocument,
  CreateFeedbackKeyDocument,
  FeedbackDocument,
  type FeedbackQuery,
} from './feedback.generated.ts';
import { useFeedbackWords } from './words.ts';

type Key = NonNullable<FeedbackQuery['feedbackLoop']>['keys'][number];

/** The address that mailbox providers send complaints to, and the keys of its domain. */
export default function Feedback() {
  const words = useFeedbackWords();
  const read = useRead(FeedbackDocument, {});
  const loop = read.data?.feedbackLoop;
  return (
    <Screen title={words.title} lead={words.lead} actions={loop?.address && <Actions some={loop.keys.length > 0} />}>
      <Result read={read} field="feedbackLoop">
        {({ address, domain, keys }) =>
          address ? (
            <>
              <Card>
                <Facts
                  of={[
                    [words.address, <Copy key="address" text={address} what={words.address} />],
                    [words.domain, domain],
                  ]}
                />
              </Card>
              {keys.length === 0 && (
                <Card>
                  <Empty title={words.noKeys} icon={KeyRound}>
                    {words.noKeysLead}
                  </Empty>
                </Card>
              )}
              {keys.toReversed().map((key) => (
                <KeyCard key={key.selector} of={key} />
              ))}
            </>
          ) : (
            <Card>
              <Empty title={words.notSet} icon={MailWarning}>
                {words.notSetLead}
              </Empty>
            </Card>
          )
        }
      </Result>
    </Screen>
  );
}

function Actions({ some }: { some: boolean }) {
  const words = useFeedbackWords();
  const create = useWrite(CreateFeedbackKeyDocument, words.made);
  const check = useWrite(CheckFeedbackKeysDocument, words.checked);
  return (
    <>
      {some && (
        <Button variant="default" loading={check.running} onClick={() => void check.run({})}>
          {words.check}
        </Button>
      )}
      <Confirm
        title={words.newKeyTitle}
        confirm={words.newKey}
        danger={false}
        run={() => create.run({})}
        trigger={(open) => <Button onClick={open}>{words.newKey}</Button>}
      >
        {words.newKeyText}
      </Confirm>
    </>
  );
}

function KeyCard({ of: { selector, state, createdAt, retiredAt, checkedAt, record } }: { of: Key }) {
  const words = useFeedbackWords();
  const common = useCommon();
  return (
    <Card
      title={selector}
      actions={state === 'retiring' ? <Badge mood="warn">{words.retiring}</Badge> : <StatusBadge status={state} />}
    >
      <Facts
        of={[
          [words.record, <StatusBadge key="status" status={record.status} />],
          [`${words.host} (${record.type})`, <Copy key="host" text={record.name} block what={words.host} />],
          [words.value, <Copy key="value" text={record.value} block what={words.value} />],
          [common.created, <When key="created" at={createdAt} />],
          [words.lastCheck, <When key="checked" at={checkedAt} />],
          [words.retired, retiredAt && <When key="retired" at={retiredAt} />],
          [words.keepUntil, record.removeAfter && <When key="keep" at={record.removeAfter} />],
        ]}
      />
    </Card>
  );
}
