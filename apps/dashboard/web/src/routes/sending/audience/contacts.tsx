import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { BookUser, Upload } from 'lucide-react';
import { usePages } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { AddButton } from '#web/parts/add-button.tsx';
import { FormDialog } from '#web/parts/dialogs.tsx';
import { ChoiceField, SearchField } from '#web/parts/filter-fields.tsx';
import { RemoveButton } from '#web/parts/remove-button.tsx';
import { PagedRows } from '#web/parts/paged-rows.tsx';
import { BY_TIME, useSort } from '#web/parts/sort.ts';
import { Empty } from '#web/parts/states.tsx';
import { When } from '#web/parts/when.tsx';
import { useFilters } from '#web/routes/filters.ts';
import {
  ContactListsDocument,
  ContactsDocument,
  CreateContactDocument,
  DeleteContactDocument,
} from './audience.generated.ts';
import { Import } from './import.tsx';
import { Panel } from '#web/parts/panel.tsx';
import { SideRead } from '#web/parts/side-read.tsx';
import { useAudienceWords } from './words.ts';

export function Contacts() {
  const words = useAudienceWords();
  const common = useCommon();
  const [{ q, list }, setFilters] = useFilters(['q', 'list']);
  const sort = useSort(['newest', 'oldest']);
  const [adding, add] = useDisclosure(false);
  const [importing, imports] = useDisclosure(false);
  const read = usePages(ContactsDocument, { q, listId: list, sort: sort.current }, 'contacts');
  const lists = usePages(ContactListsDocument, {}, 'contactLists');
  const remove = useWrite(DeleteContactDocument);
  const actions = (
    <>
      <Button variant="default" onClick={imports.open} leftSection={<Upload size={16} aria-hidden />}>
        {words.importing}
      </Button>
      <AddButton onClick={add.open}>{words.newContact}</AddButton>
    </>
  );
  return (
    <Panel
      actions={actions}
      filters={
        <>
          <SearchField label={common.search} value={q} change={(value) => setFilters({ q: value })} />
          <ChoiceField
            label={words.list}
            value={list}
            change={(value) => setFilters({ list: value })}
            options={lists.rows?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          />
        </>
      }
    >
      {read.rows && <SideRead read={{ ...lists, data: lists.rows }} />}
      <PagedRows
        label={words.contacts}
        read={read}
        sort={sort}
        keyOf={({ id }) => id}
        link={({ id }) => `/audience/contacts/${id}`}
        columns={[
          { title: common.email, width: '2fr', cell: ({ email, phone }) => email ?? phone },
          { title: common.name, width: '2fr', cell: ({ name }) => name },
          { title: common.phone, wide: true, cell: ({ phone }) => phone },
          { title: common.created, end: true, sort: BY_TIME, cell: ({ createdAt }) => <When at={createdAt} /> },
          {
            title: '',
            width: '44px',
            actions: true,
            cell: ({ id, email, phone }) => (
              <RemoveButton
                what={email ?? phone ?? id}
                title={words.removeTitle(email ?? phone ?? id)}
                run={() => remove.run({ id })}
              >
                {words.removeContact}
              </RemoveButton>
            ),
          },
        ]}
        empty={
          q || list ? (
            <Empty title={common.noMatch} />
          ) : (
            <Empty title={words.noContacts} icon={BookUser}>
              {words.noContactsLead}
            </Empty>
          )
        }
      />
      <NewContact opened={adding} close={add.close} />
      <Import opened={importing} close={imports.close} />
    </Panel>
  );
}

function NewContact({ opened, close }: { opened: boolean; close: () => void }) {
  const words = useAudienceWords();
  const common = useCommon();
  const form = useForm({
    initialValues: { email: '', name: '', phone: '' },
    validate: { email: (value, { phone }) => (value || phone ? null : words.need) },
  });
  const create = useWrite(CreateContactDocument, common.saved, form);
  const submit = form.onSubmit(async ({ email, name, phone }) => {
    const input = { email: email || undefined, name: name || undefined, phone: phone || undefined };
    if (!(await create.run({ input }))) return;
    form.reset();
    close();
  });
  return (
    <FormDialog
      opened={opened}
      close={close}
      title={words.newContact}
      submit={common.save}
      running={create.running}
      onSubmit={submit}
    >
      <TextInput label={common.email} type="email" data-autofocus {...form.getInputProps('email')} />
      <TextInput label={common.name} {...form.getInputProps('name')} />
      <TextInput label={common.phone} type="tel" {...form.getInputProps('phone')} />
    </FormDialog>
  );
}
