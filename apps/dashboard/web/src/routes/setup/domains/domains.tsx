import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { Globe, Plus } from 'lucide-react';
import { usePages } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { Badge, StatusBadge } from '#web/parts/badge.tsx';
import { FormDialog } from '#web/parts/dialogs.tsx';
import { PagedRows } from '#web/parts/paged-rows.tsx';
import { Card, Screen } from '#web/parts/screen.tsx';
import { Empty } from '#web/parts/states.tsx';
import { When } from '#web/parts/when.tsx';
import { CreateDomainDocument, DomainsDocument } from './domains.generated.ts';
import { useDomainsWords } from './words.ts';

export default function Domains() {
  const words = useDomainsWords();
  const common = useCommon();
  const [opened, { open, close }] = useDisclosure(false);
  const read = usePages(DomainsDocument, {}, 'sendingDomains');
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
          link={({ id }) => `/domains/${id}`}
          columns={[
            { title: common.name, width: '2fr', cell: ({ name }) => name },
            {
              title: common.status,
              cell: ({ status, missingSince }) =>
                missingSince ? <Badge mood="warn">{words.missing}</Badge> : <StatusBadge status={status} />,
            },
            { title: words.checked, cell: ({ lastCheckedAt }) => <When at={lastCheckedAt} /> },
            { title: common.created, wide: true, end: true, cell: ({ createdAt }) => <When at={createdAt} /> },
          ]}
          empty={
            <Empty title={words.empty} icon={Globe} action={create}>
              {words.emptyLead}
            </Empty>
          }
        />
      </Card>
      <NewDomain opened={opened} close={close} />
    </Screen>
  );
}

function NewDomain({ opened, close }: { opened: boolean; close: () => void }) {
  const words = useDomainsWords();
  const common = useCommon();
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (value) => (value.trim() ? null : words.needName) },
  });
  const create = useWrite(CreateDomainDocument, undefined, form);
  const submit = form.onSubmit(async ({ name }) => {
    const created = (await create.run({ input: { name: name.trim() } }))?.createSendingDomain;
    if (created) void navigate({ to: `/domains/${created.id}` });
  });
  return (
    <FormDialog
      opened={opened}
      close={close}
      title={words.create}
      submit={words.create}
      running={create.running}
      onSubmit={submit}
    >
      <TextInput label={common.name} description={words.nameHint} data-autofocus {...form.getInputProps('name')} />
    </FormDialog>
  );
}
