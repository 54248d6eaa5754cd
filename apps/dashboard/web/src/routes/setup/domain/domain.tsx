import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { KeyRound, RefreshCw, Trash2 } from 'lucide-react';
import { useRead } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { notify } from '#web/shell/notify.ts';
import { StatusBadge } from '#web/parts/badge.tsx';
import { Confirm } from '#web/parts/dialogs.tsx';
import { Result } from '#web/parts/result.tsx';
import { Rows } from '#web/parts/rows.tsx';
import { Card, Screen } from '#web/parts/screen.tsx';
import { When } from '#web/parts/when.tsx';
import { useIdOfAddress } from '#web/routes/param.ts';
import { useDomainsWords } from '../domains/words.ts';
import {
  DeleteDomainDocument,
  DomainDocument,
  type DomainQuery,
  RotateDomainKeysDocument,
  VerifyDomainDocument,
} from './domain.generated.ts';
import { Records } from './records.tsx';

type Shown = NonNullable<DomainQuery['sendingDomain']>;

export default function Domain() {
  const words = useDomainsWords();
  const id = useIdOfAddress();
  const read = useRead(DomainDocument, { id });
  const domain = read.data?.sendingDomain;
  return (
    <Screen
      title={domain?.name ?? id}
      back={{ to: '/domains', label: words.title }}
      lead={domain && <StatusBadge status={domain.status} />}
      actions={domain && <Actions domain={domain} />}
    >
      <Result read={read} field="sendingDomain">
        {(shown) => (
          <>
            <Card title={words.records} lead={words.recordsLead}>
              <Records records={shown.records} />
            </Card>
            <Card title={words.provider}>{words.providers}</Card>
            <Card title={words.keys} flush>
              <Rows
                label={words.keys}
                rows={shown.keys}
                keyOf={({ selector }) => selector}
                columns={[
                  { title: words.selector, cell: ({ selector }) => <code>{selector}</code> },
                  { title: words.type, cell: ({ algorithm }) => algorithm },
                  { title: '', cell: ({ state }) => <StatusBadge status={state} /> },
                  { title: '', end: true, cell: ({ createdAt }) => <When at={createdAt} /> },
                ]}
              />
            </Card>
          </>
        )}
      </Result>
    </Screen>
  );
}

function Actions({ domain: { id, name } }: { domain: Shown }) {
  const words = useDomainsWords();
  const navigate = useNavigate();
  const verify = useWrite(VerifyDomainDocument);
  const rotate = useWrite(RotateDomainKeysDocument, words.rotated);
  const remove = useWrite(DeleteDomainDocument, words.removed);
  const check = async () => {
    const answer = (await verify.run({ id }))?.verifySendingDomain;
    if (answer) {
      void notify({ message: answer.status === 'verified' ? words.verifiedNow : words.pendingNow, role: 'status' });
    }
  };
  return (
    <>
      <Button loading={verify.running} onClick={() => void check()} leftSection={<RefreshCw size={16} aria-hidden />}>
        {words.check}
      </Button>
      <Confirm
        title={words.rotateTitle}
        confirm={words.rotate}
        danger={false}
        run={() => rotate.run({ id })}
        trigger={(open) => (
          <Button variant="default" onClick={open} leftSection={<KeyRound size={16} aria-hidden />}>
            {words.rotate}
          </Button>
        )}
      >
        {words.rotateText}
      </Confirm>
      <Confirm
        title={words.removeTitle(name)}
        confirm={words.remove}
        run={async () => {
          if (await remove.run({ id })) void navigate({ to: '/domains' });
        }}
        trigger={(open) => (
          <Button variant="default" onClick={open} leftSection={<Trash2 size={16} aria-hidden />}>
            {words.remove}
          </Button>
        )}
      >
        {words.removeText}
      </Confirm>
    </>
  );
}
