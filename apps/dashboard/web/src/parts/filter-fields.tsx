import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useCommon } from '#web/i18n/common.ts';
import { useStatusLabels } from './statuses.ts';

/** Milliseconds after the last letter when a search begins. */
const PAUSE_MS = 250;

interface SearchFieldProps {
  label: string;
  value: string | undefined;
  change(value: string): void;
  placeholder?: string;
  search?: boolean;
}

/** A text to filter by, asked for once a person pauses. */
export function SearchField({ label, value = '', change, placeholder, search = true }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const [asked, setAsked] = useState(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    // Something else has changed the filter, such as the button that clears all.
    if (asked !== value) setTyped(value);
  }
  const later = useDebouncedCallback((text: string) => {
    setAsked(text);
    change(text);
  }, PAUSE_MS);
  return (
    <TextInput
      label={label}
      type={search ? 'search' : 'text'}
      value={typed}
      placeholder={placeholder}
      leftSection={search && <Search size={16} aria-hidden />}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        later(event.currentTarget.value.trim());
      }}
    />
  );
}

/** A day to filter by, in the field of the browser. */
export function DateField({ label, value = '', change }: Omit<SearchFieldProps, 'placeholder' | 'search'>) {
  return <TextInput label={label} type="date" value={value} onChange={(event) => change(event.currentTarget.value)} />;
}

interface ChoiceFieldProps {
  label: string;
  value: string | undefined;
  change(value: string): void;
  options: readonly { value: string; label: string }[];
}

/** One of a few values, or all. */
export function ChoiceField({ label, value = '', change, options }: ChoiceFieldProps) {
  const common = useCommon();
  return (
    <NativeSelect
      label={label}
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
      data={[{ value: '', label: common.all }, ...options]}
    />
  );
}

interface StatusFieldProps extends Omit<ChoiceFieldProps, 'options' | 'label'> {
  statuses: readonly string[];
  label?: string;
}

/** One of the statuses that a thing may have, or all. */
export function StatusField({ statuses, label, ...props }: StatusFieldProps) {
  const common = useCommon();
  const labelOf = useStatusLabels();
  const options = statuses.map((value) => ({ value, label: labelOf(value) }));
  return <ChoiceField {...props} label={label ?? common.status} options={options} />;
}
