import { createContext, type ReactNode, useContext } from 'react';
import { zh } from '../../locale/zh.ts';
import { IconButton } from '../icon-button/icon-button.tsx';

const HiddenAmountsContext = createContext(false);

/** Tells every `Amount` below whether to hide; the app stores the choice. */
export function HiddenAmounts({ hidden, children }: { hidden: boolean; children: ReactNode }) {
  return <HiddenAmountsContext value={hidden}>{children}</HiddenAmountsContext>;
}

export function useHiddenAmounts(): boolean {
  return useContext(HiddenAmountsContext);
}

/** Toggles hidden amounts; its name is the action: 隐藏 or 显示. */
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
