import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { BellOff } from 'lucide-react';
import { usePages, useRead } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { number } from '#web/i18n/formats.ts';
import { StatusBadge } from '#web/parts/badge.tsx';
import { FormDialog } from '#web/parts/dialogs.tsx';
import { RemoveButton } from '#web/parts/remove-button.tsx';
import { Result } from '#web/parts/result.tsx';
import { PagedRows } from '#web/parts/paged-rows.tsx';
import { Rows } from '#web/parts/rows.tsx';
import { Card, Screen } from '#web/parts/screen.tsx';
import { Empty } from '#web/parts/states.tsx';
import { When } from '#web/parts/when.tsx';
import { AlertEventsDocument, AlertsDocument, CreateAlertDocument, DeleteAlertDocument } from '../console.generated.ts';
import { useConsoleWords } from '../words.ts';
import { conditionOf, METRICS, OPERATORS } from './metrics.ts';

export default function Alerts() {
  const words = useConsoleWords();
  const common = useCommon();
  const [opened, { open, close }] = useDisclosure(false);
  const read = useRead(AlertsDocument, {});
  const events = usePages(AlertEventsDocument, {}, 'platformAlertEvents');
  const remove = useWrite(DeleteAlertDocument);
  return (
    <Screen title={words.alerts} lead={words.alertsLead} actions={<Button onClick={open}>{words.newAlert}</Button>}>
      <Card flush title={words.rules}>
        <Result read={read} field="platformAlerts" rows={3}>
          {(rules) =>
            rules.length === 0 ? (
              <Empty title={words.empty} icon={BellOff} />
            ) : (
              <Rows
                label={words.rules}
                rows={rules}
                keyOf={({ id }) => id}
                columns={[
                  { title: common.name, width: '2fr', cell: ({ name }) => <strong>{name}</strong> },
                  { title: words.rule, width: '2fr', cell: (rule) => <code>{conditionOf(rule)}</code> },
                  { title: words.now, end: true, cell: ({ value }) => (value == null ? '–' : number(value)) },
                  {
                    title: common.status,
                    cell: ({ state, active }) => <StatusBadge status={active ? state : 'disabled'} />,
                  },
                  {
                    title: '',
                    width: '44px',
                    actions: true,
                    cell: ({ id, name }) => (
                      <RemoveButton what={name} title={words.removeTitle(name)} run={() => remove.run({ id })}>
                        {words.removeAlert}
                      </RemoveButton>
                    ),
                  },
                ]}
              />
            )
          }
        </Result>
      </Card>
      <Card flush title={words.events}>
        <PagedRows
          label={words.events}
          read={events}
          keyOf={({ alertId, occurredAt, type }) => `${alertId} ${occurredAt} ${type}`}
          columns={[
            { title: common.name, width: '2fr', cell: ({ name }) => <strong>{name}</strong> },
            { title: common.status, cell: ({ type }) => <StatusBadge status={type} /> },
            { title: words.value, end: true, cell: ({ value }) => (value == null ? '–' : number(value)) },
            { title: '', end: true, cell: ({ occurredAt }) => <When at={occurredAt} /> },
          ]}
          empty={<Empty title={words.empty} icon={BellOff} />}
        />
      </Card>
      <NewAlert opened={opened} close={close} />
    </Screen>
  );
}

function NewAlert({ opened, close }: { opened: boolean; close: () => void }) {
  const words = useConsoleWords();
  const common = useCommon();
  const isNumber = (value: string) => (value.trim() && Number.isFinite(Number(value)) ? null : words.need);
  const form = useForm({
    initialValues: { name: '', metric: 'dead_letters', operator: 'gt', threshold: '', windowMinutes: '60' },
    validate: { name: (value) => (value.trim() ? null : words.need), threshold: isNumber, windowMinutes: isNumber },
  });
  const create = useWrite(CreateAlertDocument, words.changed, form);
  const submit = form.onSubmit(async ({ threshold, windowMinutes, ...values }) => {
    const input = { ...values, threshold: Number(threshold), windowMinutes: Number(windowMinutes) };
    if (!(await create.run({ input }))) return;
    form.reset();
    close();
  });
  return (
    <FormDialog
      opened={opened}
      close={close}
      title={words.newAlert}
      submit={words.newAlert}
      running={create.running}
      onSubmit={submit}
    >
      <TextInput label={common.name} data-autofocus {...form.getInputProps('name')} />
      <NativeSelect label={words.metric} data={[...METRICS]} {...form.getInputProps('metric')} />
      <NativeSelect
        label={words.rule}
        data={Object.entries(OPERATORS).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('operator')}
      />
      <TextInput label={words.threshold} inputMode="decimal" {...form.getInputProps('threshold')} />
      <TextInput label={words.window} inputMode="numeric" {...form.getInputProps('windowMinutes')} />
    </FormDialog>
  );
}
