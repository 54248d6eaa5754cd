import { Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { Webhook } from 'lucide-react';
import { useState } from 'react';
import { usePages } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { AddButton } from '#web/parts/add-button.tsx';
import { StatusBadge } from '#web/parts/badge.tsx';
import { Checks } from '#web/parts/checks.tsx';
import { SecretDialog } from '#web/parts/copy.tsx';
import { FormDialog } from '#web/parts/dialogs.tsx';
import { PagedRows } from '#web/parts/paged-rows.tsx';
import { Card, Screen } from '#web/parts/screen.tsx';
import { BY_TIME, useSort } from '#web/parts/sort.ts';
import { Empty } from '#web/parts/states.tsx';
import { When } from '#web/parts/when.tsx';
import { EVENTS_OF, FORMATS, formatLabel, type Format } from './events.ts';
import { stateOf } from './state.ts';
import { CreateWebhookDocument, WebhooksDocument } from './webhooks.generated.ts';
import { useWebhooksWords } from './words.ts';

const BY_URL = { ascending: 'url', descending: 'urlReversed', first: 'ascending' } as const;

export default function Webhooks() {
  const words = useWebhooksWords();
  const common = useCommon();
  const [opened, { open, close }] = useDisclosure(false);
  const [secret, setSecret] = useState<string | null>(null);
  const sort = useSort(['newest', 'oldest', 'url', 'urlReversed']);
  const read = usePages(WebhooksDocument, { sort: sort.current }, 'webhooks');
  const create = <AddButton onClick={open}>{words.create}</AddButton>;
  return (
    <Screen title={words.title} lead={words.lead} actions={create}>
      <Card flush>
        <PagedRows
          label={words.title}
          read={read}
          sort={sort}
          keyOf={({ id }) => id}
          link={({ id }) => `/webhooks/${id}`}
          columns={[
            { title: words.url, width: '3fr', sort: BY_URL, cell: ({ url }) => url },
            { title: common.status, cell: (webhook) => <StatusBadge status={stateOf(webhook)} /> },
            { title: words.events, width: '2fr', wide: true, cell: ({ events }) => events.join(', ') },
            { title: common.created, end: true, sort: BY_TIME, cell: ({ createdAt }) => <When at={createdAt} /> },
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
    initialValues: {
      url: 'https://',
      format: 'service' as Format,
      events: ['email.delivered', 'email.bounced'] as string[],
    },
    validate: {
      url: (value) => (/^https?:\/\/./.test(value) ? null : words.needUrl),
      events: (value) => (value.length > 0 ? null : words.needEvent),
    },
  });
  const create = useWrite(CreateWebhookDocument, undefined, form);
  /** Chooses a format: events that it has no word for are no choice any more. */
  const choose = (format: Format) => {
    form.setValues({ format, events: form.values.events.filter((type) => EVENTS_OF[format].includes(type)) });
  };
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
      <Select
        label={words.format}
        description={words.formatHint}
        data={FORMATS.map((value) => ({ value, label: formatLabel(value, words.ownFormat) }))}
        allowDeselect={false}
        {...form.getInputProps('format')}
        onChange={(value) => choose(value as Format)}
      />
      <Checks
        label={words.events}
        options={EVENTS_OF[form.values.format].map((value) => ({ value, label: value }))}
        {...form.getInputProps('events')}
      />
    </FormDialog>
  );
}
