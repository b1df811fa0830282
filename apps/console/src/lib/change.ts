import type { ConsoleCall } from '@lode/contract/console-paths';
import { useMutation, useQueryClient } from '@tanstack/react-query';

interface Change<Input> {
  change: (input: Input) => Promise<unknown>;
  /** Reads that are asked anew afterwards, whatever came of it. */
  refreshes: readonly ConsoleCall[];
  onDone?: (input: Input) => void;
  onRefused?: (error: Error, input: Input) => void;
}

/** A change and what it makes old. Nothing is repeated by itself. */
export function useChange<Input = void>({ change, refreshes, onDone, onRefused }: Change<Input>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (_data, input: Input) => onDone?.(input),
    onError: (error, input) => onRefused?.(error, input),
    onSettled: () => Promise.all(refreshes.map((name) => queryClient.invalidateQueries({ queryKey: [name] }))),
  });
}
