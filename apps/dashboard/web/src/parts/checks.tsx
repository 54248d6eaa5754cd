import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './checks.module.css';

interface ChecksProps {
  label: string;
  options: readonly { value: string; label: string }[];
  value?: string[];
  onChange?(value: string[]): void;
  error?: ReactNode;
  description?: ReactNode;
}

/** Several of a few values. */
export const Checks = ({ options, ...props }: ChecksProps) => (
  <Checkbox.Group {...props}>
    <div className={styles.checks}>
      {options.map((option) => (
        <Checkbox key={option.value} {...option} />
      ))}
    </div>
  </Checkbox.Group>
);
