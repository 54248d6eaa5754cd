import { vi } from 'vitest';

/** Runs `work` once, after a step of something and before the next one. The spec restores all mocks after each test. */
export function afterStep<T extends object>(step: { of: T; name: keyof T & string }, work: () => Promise<void>): void {
  const original = (step.of[step.name] as (...args: unknown[]) => Promise<unknown>).bind(step.of);
  vi.spyOn(step.of as Record<string, (...args: unknown[]) => Promise<unknown>>, step.name).mockImplementationOnce(
    async (...args) => {
      const result = await original(...args);
      await work();
      return result;
    },
  );
}
