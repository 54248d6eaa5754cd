import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { Server } from 'lucide-react';
import { usePages } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { FormDialog } from '#web/parts/dialogs.tsx';
import { Panel } from '#web/parts/panel.tsx';
import { RemoveButton } from '#web/parts/remove-button.tsx';
import { PagedRows } from '#web/parts/paged-rows.tsx';
import { BY_NAME, type ColumnSort, useSort } from '#web/parts/sort.ts';
import { Empty } from '#web/parts/states.tsx';
import { OF_TIME, When } from '#web/parts/when.tsx';
import { AddDatacenterDocument, DatacentersDocument, DeleteDatacenterDocument } from '../console.generated.ts';
import { useConsoleWords } from '../words.ts';

const BY_NUMBER: ColumnSort = { ascending: 'number', descending: 'numberReversed', first: 'ascending' };

/** Networks from which nobody can register. */
export function Datacenters() {
  const words = useConsoleWords();
  const common = useCommon();
  const [opened, { open, close }] = useDisclosure(false);
  const sort = useSort(['number', 'numberReversed', 'name', 'nameReversed']);
  const read = usePages(DatacentersDocument, { sort: sort.current }, 'datacenters');
  const remove = useWrite(DeleteDatacenterDocument);
  return (
    <Panel actions={<Button onClick={open}>{words.addNetwork}</Button>}>
      <PagedRows
        label={words.datacenters}
        read={read}
        sort={sort}
        keyOf={({ asn }) => String(asn)}
        columns={[
          { title: words.asn, sort: BY_NUMBER, cell: ({ asn }) => <strong>{`AS${asn}`}</strong> },
          { title: common.name, width: '2fr', sort: BY_NAME, cell: ({ name }) => name },
          { title: common.created, ...OF_TIME, cell: ({ createdAt }) => <When at={createdAt} /> },
          {
            title: '',
            width: '44px',
            actions: true,
            cell: ({ asn, name }) => (
              <RemoveButton
                what={name}
                title={words.removeTitle(`AS${asn}`)}
                run={() => remove.run({ asn: String(asn) })}
              >
                {words.removeNetwork}
              </RemoveButton>
            ),
          },
        ]}
        empty={<Empty title={words.empty} icon={Server} />}
      />
      <NewNetwork opened={opened} close={close} />
    </Panel>
  );
}

function NewNetwork({ opened, close }: { opened: boolean; close: () => void }) {
  const words = useConsoleWords();
  const common = useCommon();
  const form = useForm({
    initialValues: { asn: '', name: '' },
    validate: { asn: (value) => (/^\d+$/.test(value.trim()) ? null : words.need) },
  });
  const add = useWrite(AddDatacenterDocument, words.changed, form);
  const submit = form.onSubmit(async ({ asn, name }) => {
    if (!(await add.run({ input: { asn: Number(asn), name: name || undefined } }))) return;
    form.reset();
    close();
  });
  return (
    <FormDialog
      opened={opened}
      close={close}
      title={words.addNetwork}
      submit={words.addNetwork}
      running={add.running}
      onSubmit={submit}
    >
      <TextInput label={words.asn} inputMode="numeric" data-autofocus {...form.getInputProps('asn')} />
      <TextInput label={common.name} {...form.getInputProps('name')} />
    </FormDialog>
  );
}
