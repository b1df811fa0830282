import { Amount, Phrases, Row } from '@lode/ui';
import { useState } from 'react';
import { outputMessages as messages } from '../../../locales/zh/outputs.ts';
import type { IdleMachine } from '../idle-machines.ts';
import { hoursOf, type Output } from '../output.ts';
import type { MachineNames } from '../use-machine-names.ts';
import { EvidencePanel } from './evidence-panel.tsx';

/** The outputs of a date. */
export function OutputRows({ outputs, machines }: { outputs: readonly Output[]; machines: MachineNames }) {
  return outputs.map((output) => (
    <OutputRow key={output.id} output={output} model={machines.find(output.machineId)?.model} />
  ));
}

/** One output with its electricity, with all its digits: so rows add up to their day. Expands to its evidence. */
function OutputRow({ output, model }: { output: Output; model: string | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const ran = messages.ran(hoursOf(output.runningSeconds));
  return (
    <>
      <Row
        title={model ?? output.machineNo}
        caption={model === undefined ? ran : <Phrases of={[output.machineNo, ran]} />}
        value={<Amount value={output.net} coin={output.coin} sign />}
        valueCaption={
          output.runningSeconds === 0 ? (
            messages.didNotRun
          ) : (
            <>
              {messages.fee} <Amount size="inline" value={output.fee.amount} coin={output.fee.coin} exact />
            </>
          )
        }
        expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && <EvidencePanel output={output} />}
    </>
  );
}

/** A machine that did not run all day has no evidence to expand. */
export function IdleRow({ machine }: { machine: IdleMachine }) {
  return (
    <Row
      title={machine.model}
      caption={<Phrases of={[machine.machineNo, messages.ran('0')]} />}
      value={<Amount value={0n} coin={machine.coin} />}
      valueCaption={messages.stoodStill[machine.status]}
    />
  );
}
