import { useState } from 'react';
import type { Demo } from '../../demo/demo.ts';
import { Button } from '../button/button.tsx';
import { PopupDialog } from './popup-dialog.tsx';

/** An inline picture: the demo loads nothing. */
const img = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 720"><path d="M0 0h600v720H0z" fill="#1a202a"/><path d="M0 560 90 470l80 60 120-220 90 70 80-120 140-120" stroke="#f5a524" stroke-width="8" fill="none"/></svg>',
)}`;

function Show() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        首页弹窗
      </Button>
      <PopupDialog open={isOpen} img={img} title="比特币如何运作" onOpen={close} onClose={close} onBroken={close} />
    </>
  );
}

export const popupDialogDemo: Demo = { title: '首页弹窗 PopupDialog', Show };
