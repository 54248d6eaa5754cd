import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { FormDialog } from '#web/parts/dialogs.tsx';
import { type AlertsQuery, CreateAlertDocument, ReplaceAlertDocument } from './alerts.generated.ts';
import { METRICS, OPERATORS } from './metrics.ts';
import { useAlertsWords } from './words.ts';

export type Rule = NonNullable<AlertsQuery['platformAlerts']>[number];

interface AlertDialogProps {
  /** The rule to change; null for a new one, undefined while the dialog is closed. */
  rule: Rule | null | undefined;
  close(): void;
}

const NEW = { name: '', metric: 'dead_letters', operator: 'gt', threshold: '', windowMinutes: '60', active: true };

const valuesOf = ({ name, metric, operator, threshold, windowMinutes, active }: Rule): typeof NEW => ({
  name,
  metric,
  operator,
  threshold: String(threshold),
  windowMinutes: String(windowMinutes),
  active,
});

/** A rule about the platform, a new one or one that is changed. */
export function AlertDialog({ rule, close }: AlertDialogProps) {
  const words = useAlertsWords();
  const common = useCommon();
  const isNumber = (value: string) => (value.trim() && Number.isFinite(Number(value)) ? null : words.need);
  const form = useForm({
    initialValues: rule ? valuesOf(rule) : NEW,
    validate: { name: (value) => (value.trim() ? null : words.need), threshold: isNumber, windowMinutes: isNumber },
  });
  const create = useWrite(CreateAlertDocument, words.changed, form);
  const replace = useWrite(ReplaceAlertDocument, words.changed, form);
  const submit = form.onSubmit(async ({ threshold, windowMinutes, ...values }) => {
    const input = { ...values, threshold: Number(threshold), windowMinutes: Number(windowMinutes) };
    const done = rule ? await replace.run({ id: rule.id, input }) : await create.run({ input });
    if (!done) return;
    form.reset();
    close();
  });
  return (
    <FormDialog
      opened={rule !== undefined}
      close={close}
      title={rule ? words.editAlert : words.newAlert}
      submit={rule ? common.save : words.newAlert}
      running={create.running || replace.running}
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
      <Checkbox
        label={words.active}
        description={words.activeHint}
        {...form.getInputProps('active', { type: 'checkbox' })}
      />
    </FormDialog>
  );
}
