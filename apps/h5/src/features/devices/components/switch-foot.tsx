import { Button, toast } from '@lode/ui';
import { useState } from 'react';
import { deviceMessages as messages } from '../../../locales/zh/devices.ts';
import type { MachineDetail } from '../machine.ts';
import { type SwitchAction, switchActionOf } from '../machine-switch.ts';
import { useMachineSwitch } from '../use-machine-switch.ts';
import { SwitchDialog } from './switch-dialog.tsx';

/** 关机 / 开机 at the bottom of the page; the action is fixed when the dialog opens. */
export function SwitchFoot({ machine, action }: { machine: MachineDetail; action: SwitchAction }) {
  const [asked, setAsked] = useState<SwitchAction>(action);
  const [isOpen, setOpen] = useState(false);
  const machineSwitch = useMachineSwitch(machine.id, () => setOpen(false));
  const isOwing = action === 'turnOn' && machine.owesElectricity;

  function ask(): void {
    if (isOwing) {
      toast(messages.owesBeforeStart, { icon: 'info' });
      return;
    }
    const now = switchActionOf(machine);
    if (now === null) return;
    setAsked(now);
    setOpen(true);
  }

  return (
    <>
      <Button
        variant={action === 'turnOn' || action === 'resumeAfter' ? 'primary' : 'line'}
        icon="power"
        softDisabled={isOwing}
        onClick={ask}
      >
        {messages[action]}
      </Button>
      <SwitchDialog
        machine={machine}
        action={asked}
        open={isOpen}
        busy={machineSwitch.isPending}
        onConfirm={() => machineSwitch.mutate(asked)}
        onCancel={() => setOpen(false)}
      />
    </>
  );
}
