import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';

interface AddButtonProps {
  children: string;
  /** Opens the form in place, or … */
  onClick?(): void;
  /** … leads to the screen that has it. */
  to?: string;
}

/** The button that makes one more of what a list has. */
export function AddButton({ children, onClick, to }: AddButtonProps) {
  const sign = <Plus size={16} aria-hidden />;
  return to === undefined ? (
    <Button onClick={onClick} leftSection={sign}>
      {children}
    </Button>
  ) : (
    <Button component={Link} to={to} leftSection={sign}>
      {children}
    </Button>
  );
}
