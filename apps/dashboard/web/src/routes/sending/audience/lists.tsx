import { Button, Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { List, Plus } from 'lucide-react';
import { usePages } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { number } from '#web/i18n/formats.ts';
import { FormDialog } from '#web/parts/dialogs.tsx';
import { RemoveButton } from '#web/parts/remove-button.tsx';
import { PagedRows } from '#web/parts/paged-rows.tsx';
import { Empty } from '#web/parts/states.tsx';
import { ContactListsDocument, DeleteContactListDocument, SaveContactListDocument } from './audience.generated.ts';
import { Panel } from '#web/parts/panel.tsx';
import { useAudienceWords } from './words.ts';

export function Lists() {
  const words = useAudienceWords();
  const common = useCommon();
  const [opened, { open, close }] = useDisclosure(false);
  const read = usePages(ContactListsDocument, {}, 'contactLists');
  const remove = useWrite(DeleteContactListDocument);
  const create = (
    <Button onClick={open} leftSection={<Plus size={16} aria-hidden />}>
      {words.newList}
    </Button>
  );
  return (
    <Panel actions={create}>
      <PagedRows
        label={words.lists}
        read={read}
        keyOf={({ id }) => id}
        columns={[
          {
            title: common.name,
            width: '2fr',
            cell: ({ id, name }) => (
              <Link to="/audience" search={{ list: id } as never}>
                {name}
              </Link>
            ),
          },
          { title: words.description, width: '2fr', wide: true, cell: ({ description }) => description },
          { title: words.members, end: true, cell: ({ memberCount }) => number(memberCount) },
          { title: words.pending, end: true, wide: true, cell: ({ pendingCount }) => number(pendingCount) },
          {
            title: '',
            width: '44px',
            actions: true,
            cell: ({ id, name }) => (
              <RemoveButton what={name} title={words.removeTitle(name)} run={() => remove.run({ id })}>
                {words.removeList}
              </RemoveButton>
            ),
          },
        ]}
        empty={
          <Empty title={words.noLists} icon={List} action={create}>
            {words.noListsLead}
          </Empty>
        }
      />
      <NewList opened={opened} close={close} />
    </Panel>
  );
}

function NewList({ opened, close }: { opened: boolean; close: () => void }) {
  const words = useAudienceWords();
  const common = useCommon();
  const form = useForm({
    initialValues: { name: '', description: '', doubleOptIn: false },
    validate: { name: (value) => (value.trim() ? null : words.need) },
  });
  const save = useWrite(SaveContactListDocument, common.saved, form);
  const submit = form.onSubmit(async ({ description, ...values }) => {
    if (!(await save.run({ input: { ...values, description: description || undefined } }))) return;
    form.reset();
    close();
  });
  return (
    <FormDialog
      opened={opened}
      close={close}
      title={words.newList}
      submit={common.save}
      running={save.running}
      onSubmit={submit}
    >
      <TextInput label={common.name} data-autofocus {...form.getInputProps('name')} />
      <TextInput label={words.description} {...form.getInputProps('description')} />
      <Checkbox label={words.doubleOptIn} {...form.getInputProps('doubleOptIn', { type: 'checkbox' })} />
    </FormDialog>
  );
}
