import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { KeyRound, Smartphone } from 'lucide-react';
import { usePages, useRead } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { StatusBadge } from '#web/parts/badge.tsx';
import { Copy } from '#web/parts/copy.tsx';
import { RemoveButton } from '#web/parts/remove-button.tsx';
import { Result } from '#web/parts/result.tsx';
import { PagedRows } from '#web/parts/paged-rows.tsx';
import { Rows } from '#web/parts/rows.tsx';
import { Card, Screen } from '#web/parts/screen.tsx';
import { Empty } from '#web/parts/states.tsx';
import { Tabs } from '#web/parts/tabs.tsx';
import { When } from '#web/parts/when.tsx';
import { CredentialDialog } from './credential-dialog.tsx';
import {
  DeletePushCredentialDocument,
  DeletePushDeviceDocument,
  PushDevicesDocument,
  PushDocument,
} from './push.generated.ts';
import { usePushWords } from './words.ts';

export default function Push() {
  const words = usePushWords();
  const [opened, { open, close }] = useDisclosure(false);
  const read = useRead(PushDocument, {});
  const remove = useWrite(DeletePushCredentialDocument);
  return (
    <Screen title={words.title} lead={words.lead}>
      <Card
        title={words.credentials}
        lead={words.credentialsLead}
        flush
        actions={<Button onClick={open}>{words.add}</Button>}
      >
        <Result read={read} field="pushCredentials" rows={2}>
          {(credentials) =>
            credentials.length === 0 ? (
              <Empty title={words.noCredentials} icon={KeyRound} />
            ) : (
              <Rows
                label={words.credentials}
                rows={credentials}
                keyOf={({ id }) => id}
                columns={[
                  { title: words.kind, cell: ({ kind }) => <strong>{kind}</strong> },
                  { title: words.fingerprint, width: '2fr', cell: ({ fingerprint }) => <code>{fingerprint}</code> },
                  { title: words.worked, cell: ({ lastWorkedAt }) => <When at={lastWorkedAt} /> },
                  {
                    title: '',
                    width: '44px',
                    actions: true,
                    cell: ({ id, kind }) => (
                      <RemoveButton what={kind} title={words.removeTitle(kind)} run={() => remove.run({ id })}>
                        {words.removeCredential}
                      </RemoveButton>
                    ),
                  },
                ]}
              />
            )
          }
        </Result>
      </Card>
      <Devices />
      <Card title={words.site} lead={words.siteLead}>
        <Result read={read} field="pushSiteConfig" rows={3}>
          {({ snippet, serviceWorker, manifest }) => (
            <Tabs
              label={words.site}
              tabs={[
                { name: 'snippet', title: words.snippet, content: <Copy text={snippet} block /> },
                { name: 'worker', title: words.worker, content: <Copy text={serviceWorker} block /> },
                { name: 'manifest', title: 'Manifest', content: <Copy text={manifest} block /> },
              ]}
            />
          )}
        </Result>
      </Card>
      <CredentialDialog opened={opened} close={close} />
    </Screen>
  );
}

function Devices() {
  const words = usePushWords();
  const common = useCommon();
  const read = usePages(PushDevicesDocument, {}, 'pushDevices');
  const remove = useWrite(DeletePushDeviceDocument);
  return (
    <Card title={words.devices} flush>
      <PagedRows
        label={words.devices}
        read={read}
        keyOf={({ id }) => id}
        columns={[
          { title: words.kind, cell: ({ platform }) => <strong>{platform}</strong> },
          { title: words.token, width: '2fr', cell: ({ token }) => <code>{token}</code> },
          { title: common.status, cell: ({ active }) => <StatusBadge status={active ? 'active' : 'expired'} /> },
          { title: words.seen, cell: ({ lastSeenAt }) => <When at={lastSeenAt} /> },
          {
            title: '',
            width: '44px',
            actions: true,
            cell: ({ id, token }) => (
              <RemoveButton what={token} title={words.removeTitle(token)} run={() => remove.run({ id })}>
                {words.removeDevice}
              </RemoveButton>
            ),
          },
        ]}
        empty={
          <Empty title={words.noDevices} icon={Smartphone}>
            {words.noDevicesLead}
          </Empty>
        }
      />
    </Card>
  );
}
