import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { Mail, Pencil } from 'lucide-react';
import { useLive } from '#web/graphql/use-live.ts';
import { useRead } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { Badge, StatusBadge } from '#web/parts/badge.tsx';
import { FormDialog } from '#web/parts/dialogs.tsx';
import { Facts } from '#web/parts/facts.tsx';
import { Result } from '#web/parts/result.tsx';
import { Rows } from '#web/parts/rows.tsx';
import { Card, Screen } from '#web/parts/screen.tsx';
import { Empty } from '#web/parts/states.tsx';
import { When } from '#web/parts/when.tsx';
import { useIdOfAddress } from '#web/routes/param.ts';
import { useAudienceWords } from '../audience/words.ts';
import {
  AudienceContactDocument,
  type AudienceContactQuery,
  ContactHistoryDocument,
  UpdateAudienceContactDocument,
} from './contact.generated.ts';

type Shown = NonNullable<AudienceContactQuery['contact']>;

/** A contact: who they are, whether they may be written to, and what was sent to them. */
export default function Contact() {
  const words = useAudienceWords();
  const id = useIdOfAddress();
  const read = useRead(AudienceContactDocument, { id });
  const contact = read.data?.contact;
  return (
    <Screen
      title={contact ? (contact.name ?? addressOf(contact)) : id}
      back={{ to: '/audience', label: words.title }}
      actions={contact && <Edit key={contact.updatedAt} contact={contact} />}
    >
      <Result read={read} field="contact">
        {(shown) => <Known contact={shown} />}
      </Result>
    </Screen>
  );
}

const addressOf = ({ email, phone, id }: Shown): string => email ?? phone ?? id;

function Known({ contact }: { contact: Shown }) {
  const words = useAudienceWords();
  const common = useCommon();
  const address = addressOf(contact);
  const read = useRead(ContactHistoryDocument, { address, name: address });
  useLive(['messages'], read.again);
  const { bounce, complaint, unsubscribe, manual, erased } = words;
  const reasons: Readonly<Record<string, string>> = { bounce, complaint, unsubscribe, manual, erased };
  const suppression = read.data?.suppression;
  return (
    <>
      <Card>
        <Facts
          of={[
            [common.email, contact.email],
            [common.phone, contact.phone],
            [common.name, contact.name],
            [
              common.status,
              suppression && (
                <Link key="status" to="/audience" search={{ tab: 'suppressions', q: address } as never}>
                  <Badge mood="bad">{words.isSuppressed(reasons[suppression.reason] ?? suppression.reason)}</Badge>
                </Link>
              ),
            ],
            [common.created, <When key="created" at={contact.createdAt} />],
            ...contact.attributes.map(({ name, value }) => [name, value] as const),
          ]}
        />
      </Card>
      <Card
        title={words.messages}
        flush
        actions={
          <Button component={Link} variant="default" to="/messages" search={{ recipient: address } as never}>
            {words.allMessages}
          </Button>
        }
      >
        <Result read={read} field="messages">
          {({ edges }) =>
            edges.length === 0 ? (
              <Empty
                title={words.noMessages}
                icon={Mail}
                action={
                  <Button component={Link} to="/send">
                    {words.write}
                  </Button>
                }
              />
            ) : (
              <Rows
                label={words.messages}
                rows={edges.map(({ node }) => node)}
                keyOf={({ id }) => id}
                link={({ id }) => `/messages/${id}`}
                columns={[
                  { title: words.subject, width: '3fr', cell: ({ subject, channel }) => subject || channel },
                  { title: common.status, width: '150px', cell: ({ status }) => <StatusBadge status={status} /> },
                  { title: common.created, end: true, cell: ({ createdAt }) => <When at={createdAt} /> },
                ]}
              />
            )
          }
        </Result>
      </Card>
    </>
  );
}

function Edit({ contact }: { contact: Shown }) {
  const common = useCommon();
  const words = useAudienceWords();
  const [opened, { open, close }] = useDisclosure(false);
  const form = useForm({
    initialValues: { email: contact.email ?? '', name: contact.name ?? '', phone: contact.phone ?? '' },
    validate: { email: (value, { phone }) => (value || phone ? null : words.need) },
  });
  const save = useWrite(UpdateAudienceContactDocument, common.saved, form);
  const submit = form.onSubmit(async ({ email, name, phone }) => {
    const input = { email: email || null, name: name || null, phone: phone || null };
    if (await save.run({ id: contact.id, input })) close();
  });
  return (
    <>
      <Button variant="default" onClick={open} leftSection={<Pencil size={16} aria-hidden />}>
        {common.edit}
      </Button>
      <FormDialog
        opened={opened}
        close={close}
        title={common.edit}
        submit={common.save}
        running={save.running}
        onSubmit={submit}
      >
        <TextInput label={common.email} type="email" data-autofocus {...form.getInputProps('email')} />
        <TextInput label={common.name} {...form.getInputProps('name')} />
        <TextInput label={common.phone} type="tel" {...form.getInputProps('phone')} />
      </FormDialog>
    </>
  );
}
