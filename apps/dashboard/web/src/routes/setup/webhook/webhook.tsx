import { Button, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { EllipsisVertical, FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useRead } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { StatusBadge } from '#web/parts/badge.tsx';
import { SecretDialog } from '#web/parts/copy.tsx';
import { Confirm } from '#web/parts/dialogs.tsx';
import { Facts } from '#web/parts/facts.tsx';
import { Result } from '#web/parts/result.tsx';
import { Card, Screen } from '#web/parts/screen.tsx';
import { When } from '#web/parts/when.tsx';
import { useIdOfAddress } from '#web/routes/param.ts';
import { formatLabel } from '../webhooks/events.ts';
import { stateOf } from '../webhooks/state.ts';
import { useWebhooksWords } from '../webhooks/words.ts';
import { Deliveries } from './deliveries.tsx';
import { Replay } from './replay.tsx';
import { WebhookFigures } from './webhook-figures.tsx';
import {
  DeleteWebhookDocument,
  RotateWebhookSecretDocument,
  TestWebhookDocument,
  UpdateWebhookDocument,
  WebhookDocument,
  type WebhookQuery,
} from './webhook.generated.ts';

type Shown = NonNullable<WebhookQuery['webhook']>;

export default function Webhook() {
  const words = useWebhooksWords();
  const common = useCommon();
  const id = useIdOfAddress();
  const read = useRead(WebhookDocument, { id });
  const webhook = read.data?.webhook;
  return (
    <Screen
      title={webhook?.url ?? id}
      back={{ to: '/webhooks', label: words.title }}
      lead={webhook && <StatusBadge status={stateOf(webhook)} />}
      actions={webhook && <Actions webhook={webhook} />}
    >
      <Card>
        <Result read={read} field="webhook" rows={2}>
          {({ events, format, createdAt, failingSince }) => (
            <Facts
              of={[
                [words.events, events.join(', ')],
                [words.format, formatLabel(format, words.ownFormat)],
                [common.created, <When key="created" at={createdAt} />],
                [words.failing, failingSince && <When key="failing" at={failingSince} />],
              ]}
            />
          )}
        </Result>
      </Card>
      <WebhookFigures id={id} />
      <Deliveries id={id} />
    </Screen>
  );
}

function Actions({ webhook: { id, active } }: { webhook: Shown }) {
  const words = useWebhooksWords();
  const common = useCommon();
  const navigate = useNavigate();
  const [secret, setSecret] = useState<string | null>(null);
  const [replay, setReplay] = useState(false);
  const test = useWrite(TestWebhookDocument, words.tested);
  const rotate = useWrite(RotateWebhookSecretDocument);
  const update = useWrite(UpdateWebhookDocument, words.changed);
  const remove = useWrite(DeleteWebhookDocument);
  const newSecret = async () => setSecret((await rotate.run({ id }))?.rotateWebhookSecret?.secret ?? null);
  return (
    <>
      <Button
        loading={test.running}
        onClick={() => void test.run({ id })}
        leftSection={<FlaskConical size={16} aria-hidden />}
      >
        {words.test}
      </Button>
      <Confirm
        title={words.removeTitle}
        confirm={words.remove}
        run={async () => {
          if (await remove.run({ id })) void navigate({ to: '/webhooks' });
        }}
        trigger={(open) => (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" aria-label={common.actions} px={8}>
                <EllipsisVertical size={16} aria-hidden />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => void update.run({ id, input: { active: !active } })}>
                {active ? words.pause : words.resume}
              </Menu.Item>
              <Menu.Item onClick={() => setReplay(true)}>{words.replay}</Menu.Item>
              <Menu.Item onClick={() => void newSecret()}>{words.rotate}</Menu.Item>
              <Menu.Divider />
              <Menu.Item c="var(--bad)" onClick={open}>
                {words.remove}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      >
        {words.removeText}
      </Confirm>
      <Replay id={id} opened={replay} close={() => setReplay(false)} />
      <SecretDialog title={words.secret} secret={secret} close={() => setSecret(null)} />
    </>
  );
}
