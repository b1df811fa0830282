import { parseAmount } from '@lode/money';
import { Alert, Amount, Button, hiddenDots, KeyValues, Tag, useHiddenAmounts } from '@lode/ui';
import { useState } from 'react';
import { outputMessages as messages } from '../../../locales/zh/outputs.ts';
import { evidenceSteps } from '../evidence-steps.ts';
import type { Evidence, Output } from '../output.ts';
import { isRecomputable, type Recomputation, recompute } from '../recompute.ts';
import styles from './outputs.module.css';

/** Derivation of an output: every step, and a button that recomputes it in this browser. */
export function EvidencePanel({ output }: { output: Output }) {
  return (
    <section className={styles.evidence} aria-label={messages.evidence}>
      {output.evidence ? <Steps output={output} evidence={output.evidence} /> : <Pooled output={output} />}
    </section>
  );
}

function Steps({ output, evidence }: { output: Output; evidence: Evidence }) {
  const areAmountsHidden = useHiddenAmounts();
  return (
    <>
      <div className={styles.evidenceHead}>
        <h3>{messages.evidence}</h3>
        <Tag>{messages.sources[evidence.source]}</Tag>
      </div>
      <ol>
        {evidenceSteps(output, evidence).map(({ name, result, inputs, isMoney, isSum }) => (
          <li key={name} className={isSum ? styles.sum : styles.step}>
            <b>{name}</b>
            <span className={styles.result}>{isMoney && areAmountsHidden ? hiddenDots : result}</span>
            {inputs.map((input, i) => (
              // Lines are in the order of the formula.
              <span key={i} className={styles.input}>
                {input}
              </span>
            ))}
          </li>
        ))}
      </ol>
      <div className={styles.verdict}>
        {isRecomputable(output) ? (
          <Verdict output={output} />
        ) : (
          <Alert>{messages.unitUnknown(output.hashrateUnit)}</Alert>
        )}
      </div>
    </>
  );
}

function Verdict({ output }: { output: Output }) {
  const [verdict, setVerdict] = useState<(Recomputation & { ms: string }) | null>(null);

  function run(): void {
    const startedAt = performance.now();
    const found = recompute(output);
    setVerdict({ ...found, ms: String(Math.max(1, Math.round(performance.now() - startedAt))) });
  }

  return (
    <Alert
      tone={verdict === null ? 'onWell' : verdict.agrees ? 'good' : 'bad'}
      icon={verdict === null ? 'info' : verdict.agrees ? 'checkc' : 'errc'}
      live
      action={
        <Button variant="surface" size="s" onClick={run}>
          {messages.recompute}
        </Button>
      }
    >
      {verdict === null ? (
        messages.recomputeHint
      ) : verdict.agrees ? (
        messages.agrees(verdict.ms)
      ) : (
        <>
          {messages.differs}，{messages.shouldBe} <Amount size="inline" value={verdict.net} coin={output.coin} />
        </>
      )}
    </Alert>
  );
}

function Pooled({ output }: { output: Output }) {
  return (
    <>
      <p className={styles.pooled}>{messages.pooled}</p>
      <KeyValues
        items={[
          { label: messages.pooledGross, value: <Amount size="sub" value={output.gross} coin={output.coin} /> },
          {
            label: messages.poolFee,
            value: <Amount size="sub" value={-parseAmount(output.poolFee, output.coin)} coin={output.coin} />,
          },
          { label: messages.pooledNet, value: <Amount value={output.net} coin={output.coin} /> },
        ]}
      />
    </>
  );
}
