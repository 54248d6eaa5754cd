import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { usePages } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { StatusBadge } from '#web/parts/badge.tsx';
import { Checks } from '#web/parts/checks.tsx';
import { SecretDialog } from '#web/parts/copy.tsx';
import { FormDialog } from '#web/parts/dialogs.tsx';
import { PagedRows } from '#web/parts/paged-rows.tsx';
import { Card, Screen } from '#web/parts/screen.tsx';
import { Empty } from '#web/parts/states.tsx';
import { When } from '#web/parts/when.tsx';
import { EVENT_TYPES } from './events.ts';
import { stateOf } from './state.ts';
import { CreateWebhookDocument, WebhooksDocument } from './webhooks.generated.ts';
import { useWebhooksWords } from './words.ts';

export default function Webhooks() {
  const words = useWebhooksWords();
  const common = useCommon();
  const [opened, { open, close }] = useDisclosure(false);
  const [secret, setSecret] = useState<string | null>(null);
  const read = usePages(WebhooksDocument, {}, 'webhooks');
  const create = (
    <Button onClick={open} leftSection={<Plus size={16} aria-hidden />}>
      {words.create}
    </Button>
  );
  return (
    <Screen title={words.title} lead={words.lead} actions={create}>
      <Card flush>
        <PagedRows
          label={words.title}
          read={read}
          keyOf={({ id }) => id}
          link={({ id }) => `/webhooks/${id}`}
          columns={[
            { title: words.url, width: '3fr', cell: ({ url }) => url },
            { title: common.status, cell: (webhook) => <StatusBadge status={stateOf(webhook)} /> },
            { title: words.events, width: '2fr', wide: true, cell: ({ events }) => events.join(', ') },
            { title: common.created, end: true, cell: ({ createdAt }) => <When at={createdAt} /> },
          ]}
          empty={
            <Empty title={words.empty} icon={Webhook} action={create}>
              {words.emptyLead}
            </Empty>
          }
        />
      </Card>
      <NewWebhook opened={opened} close={close} made={setSecret} />
      <SecretDialog title={words.secret} secret={secret} close={() => setSecret(null)} />
    </Screen>
  );
}

interface NewWebhookProps {
  opened: boolean;
  close(): void;
  made(secret: string): void;
}

function NewWebhook({ opened, close, made }: NewWebhookProps) {
  const words = useWebhooksWords();
  const form = useForm({
    initialValues: { url: 'https://', events: ['email.delivered', 'email.bounced'] as string[] },
    validate: {
      url: (value) => (/^https?:\/\/./.test(value) ? null : words.needUrl),
      events: (value) => (value.length > 0 ? null : words.needEvent),
    },
  });
  const create = useWrite(CreateWebhookDocument, undefined, form);
  const submit = form.onSubmit(async (input) => {
    const created = (await create.run({ input }))?.createWebhook;
    if (!created) return;
    form.reset();
    close();
    made(created.secret);
  });
  return (
    <FormDialog
      opened={opened}
      close={close}
      title={words.create}
      submit={words.create}
      running={create.running}
      size="lg"
      onSubmit={submit}
    >
      <TextInput label={words.url} description={words.urlHint} data-autofocus {...form.getInputProps('url')} />
      <Checks
        label={words.events}
        options={EVENT_TYPES.map((value) => ({ value, label: value }))}
        {...form.getInputProps('events')}
      />
    </FormDialog>
  );
}
