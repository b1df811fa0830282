import { createContext, type ReactNode, useContext } from 'react';
import { zh } from '../../locale/zh.ts';
import { IconButton } from '../icon-button/icon-button.tsx';

const HiddenAmountsContext = createContext(false);

/** Says to every `Amount` below whether it may be read. The app remembers the choice; this only carries it. */
export function HiddenAmounts({ hidden, children }: { hidden: boolean; children: ReactNode }) {
  return <HiddenAmountsContext value={hidden}>{children}</HiddenAmountsContext>;
}

export function useHiddenAmounts(): boolean {
  return useContext(HiddenAmountsContext);
}

/** The eye beside a total. Its name is what a press does: 隐藏 or 显示. */
export function EyeButton({ hidden, onChange }: { hidden: boolean; onChange: (hidden: boolean) => void }) {
  return (
    <IconButton
      icon={hidden ? 'eyeoff' : 'eye'}
      iconSize="s"
      label={hidden ? zh.showAmounts : zh.hideAmounts}
      onClick={() => onChange(!hidden)}
    />
  );
}
