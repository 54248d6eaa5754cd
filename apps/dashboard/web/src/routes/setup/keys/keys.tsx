import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { usePages } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { AddButton } from '#web/parts/add-button.tsx';
import { StatusBadge } from '#web/parts/badge.tsx';
import { SecretDialog } from '#web/parts/copy.tsx';
import { Confirm } from '#web/parts/dialogs.tsx';
import { PagedRows } from '#web/parts/paged-rows.tsx';
import { Card, Screen } from '#web/parts/screen.tsx';
import { Empty } from '#web/parts/states.tsx';
import { When } from '#web/parts/when.tsx';
import { useSession } from '#web/shell/session.ts';
import { ApiKeysDocument, type ApiKeysQuery, RevokeApiKeyDocument } from './keys.generated.ts';
import { NewKey } from './new-key.tsx';
import { useKeysWords } from './words.ts';

type Key = NonNullable<ApiKeysQuery['apiKeys']>['edges'][number]['node'];

export default function Keys() {
  const words = useKeysWords();
  const common = useCommon();
  const { tenant, admin } = useSession();
  const [opened, { open, close }] = useDisclosure(false);
  const [secret, setSecret] = useState<string | null>(null);
  const read = usePages(ApiKeysDocument, { tenantId: tenant.id }, 'apiKeys');
  const create = admin && <AddButton onClick={open}>{words.create}</AddButton>;
  return (
    <Screen title={words.title} lead={words.lead} actions={create}>
      <Card flush>
        <PagedRows
          label={words.title}
          read={read}
          keyOf={({ id }) => id}
          columns={[
            { title: common.name, width: '2fr', cell: ({ name }) => <strong>{name}</strong> },
            { title: words.key, cell: ({ prefix, hint }) => <code>{`${prefix}…${hint ?? ''}`}</code> },
            {
              title: words.scopes,
              width: '2fr',
              wide: true,
              cell: ({ scopes }) => <span title={scopes.join(', ')}>{scopes.join(', ')}</span>,
            },
            { title: common.status, width: '130px', cell: (key) => <StatusBadge status={stateOf(key, Date.now())} /> },
            { title: words.used, width: '140px', cell: ({ lastUsedAt }) => <When at={lastUsedAt} /> },
            {
              title: '',
              width: '100px',
              actions: true,
              cell: (key) =>
                admin && stateOf(key, Date.now()) === 'active' && <Revoke apiKey={key} tenantId={tenant.id} />,
            },
          ]}
          empty={
            <Empty title={words.empty} icon={KeyRound} action={create}>
              {words.emptyLead}
            </Empty>
          }
        />
      </Card>
      <NewKey opened={opened} close={close} made={setSecret} tenantId={tenant.id} />
      <SecretDialog title={words.secret} secret={secret} close={() => setSecret(null)} />
    </Screen>
  );
}

/** What has become of a key. */
export function stateOf({ revokedAt, expiresAt }: Pick<Key, 'revokedAt' | 'expiresAt'>, now: number): string {
  if (revokedAt) return 'revoked';
  return expiresAt && Date.parse(expiresAt) <= now ? 'expired' : 'active';
}

function Revoke({ apiKey: { id, name }, tenantId }: { apiKey: Key; tenantId: string }) {
  const words = useKeysWords();
  const revoke = useWrite(RevokeApiKeyDocument, words.revoked);
  return (
    <Confirm
      title={words.revokeTitle(name)}
      confirm={words.revoke}
      run={() => revoke.run({ tenantId, id })}
      trigger={(open) => (
        <Button size="compact-sm" variant="subtle" color="bad" onClick={open}>
          {words.revoke}
        </Button>
      )}
    >
      {words.revokeText}
    </Confirm>
  );
}
