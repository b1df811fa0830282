import { toast } from '@lode/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { deviceMessages as messages } from '../../locales/zh/devices.ts';
import { callOf, type SwitchAction } from './machine-switch.ts';

/** Turns a machine on or off, then invalidates every query that shows machines. */
export function useMachineSwitch(machineId: string, afterwards: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (action: SwitchAction) => call(callOf(action), { id: machineId }),
    onSuccess: async (machine, action) => {
      await client.invalidateQueries({ queryKey: ['machineDetail'] });
      void client.invalidateQueries({ queryKey: ['machinePage'] });
      void client.invalidateQueries({ queryKey: ['indexInfo'] });
      toast(
        machine.status === 'ARREAR'
          ? messages.storedForLater
          : action === 'turnOff'
            ? messages.turnedOff
            : messages.turnedOn,
        {
          icon: 'success',
        },
      );
    },
    onSettled: afterwards,
  });
}
