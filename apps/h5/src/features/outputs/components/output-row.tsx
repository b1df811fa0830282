import { Amount, Row } from '@lode/ui';
import { useState } from 'react';
import { outputWords as words } from '../../../locales/zh/outputs.ts';
import type { IdleMachine } from '../idle-machines.ts';
import { hoursOf, type Output } from '../output.ts';
import { EvidencePanel } from './evidence-panel.tsx';

/** One machine's day. It opens to what the figure was computed from. */
export function OutputRow({ output, model }: { output: Output; model: string | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const ran = words.ran(hoursOf(output.runningSeconds));
  return (
    <>
      <Row
        title={model ?? output.machineNo}
        caption={model === undefined ? ran : `${output.machineNo} · ${ran}`}
        value={<Amount value={output.net} coin={output.coin} sign />}
        valueCaption={
          output.runningSeconds === 0 ? (
            words.didNotRun
          ) : (
            <>
              {words.fee} <Amount size="inline" value={output.fee.amount} coin={output.fee.coin} />
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

/** A machine that stood still all day: nothing to compute, so nothing to open. */
export function IdleRow({ machine }: { machine: IdleMachine }) {
  return (
    <Row
      title={machine.model}
      caption={`${machine.machineNo} · ${words.ran('0')}`}
      value={<Amount value={0n} coin={machine.coin} />}
      valueCaption={words.stoodStill[machine.status]}
    />
  );
}
