import { Button, Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { Plus, Tags } from 'lucide-react';
import { usePages } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { FormDialog } from '#web/parts/dialogs.tsx';
import { RemoveButton } from '#web/parts/remove-button.tsx';
import { PagedRows } from '#web/parts/paged-rows.tsx';
import { Empty } from '#web/parts/states.tsx';
import { CreateTopicDocument, DeleteTopicDocument, TopicsDocument } from './audience.generated.ts';
import { Panel } from '#web/parts/panel.tsx';
import { useAudienceWords } from './words.ts';

export function Topics() {
  const words = useAudienceWords();
  const common = useCommon();
  const [opened, { open, close }] = useDisclosure(false);
  const read = usePages(TopicsDocument, {}, 'topics');
  const remove = useWrite(DeleteTopicDocument);
  const create = (
    <Button onClick={open} leftSection={<Plus size={16} aria-hidden />}>
      {words.newTopic}
    </Button>
  );
  return (
    <Panel actions={create}>
      <PagedRows
        label={words.topics}
        read={read}
        keyOf={({ id }) => id}
        columns={[
          { title: common.name, width: '2fr', cell: ({ name }) => <strong>{name}</strong> },
          { title: 'Slug', cell: ({ slug }) => <code>{slug}</code> },
          { title: words.description, width: '2fr', wide: true, cell: ({ description }) => description },
          {
            title: '',
            width: '44px',
            actions: true,
            cell: ({ id, name }) => (
              <RemoveButton what={name} title={words.removeTitle(name)} run={() => remove.run({ name: id })}>
                {words.removeTopic}
              </RemoveButton>
            ),
          },
        ]}
        empty={
          <Empty title={words.noTopics} icon={Tags} action={create}>
            {words.noTopicsLead}
          </Empty>
        }
      />
      <NewTopic opened={opened} close={close} />
    </Panel>
  );
}

function NewTopic({ opened, close }: { opened: boolean; close: () => void }) {
  const words = useAudienceWords();
  const common = useCommon();
  const form = useForm({
    initialValues: { name: '', description: '', transactional: false },
    validate: { name: (value) => (value.trim() ? null : words.need) },
  });
  const create = useWrite(CreateTopicDocument, common.saved, form);
  const submit = form.onSubmit(async ({ description, ...values }) => {
    if (!(await create.run({ input: { ...values, description: description || undefined } }))) return;
    form.reset();
    close();
  });
  return (
    <FormDialog
      opened={opened}
      close={close}
      title={words.newTopic}
      submit={common.save}
      running={create.running}
      onSubmit={submit}
    >
      <TextInput label={common.name} data-autofocus {...form.getInputProps('name')} />
      <TextInput label={words.description} {...form.getInputProps('description')} />
      <Checkbox label={words.transactional} {...form.getInputProps('transactional', { type: 'checkbox' })} />
    </FormDialog>
  );
}
