/** Vertical extent on the screen, in CSS px. */
export interface Extent {
  top: number;
  bottom: number;
}

export type ToastPlace = 'middle' | 'upper' | 'lower' | 'top';

/** Centre of a toast in each place, as a part of the height; the style sheet has the same. */
const centres: readonly [ToastPlace, number][] = [
  ['middle', 0.5],
  ['upper', 0.2],
  ['lower', 0.78],
  ['top', 0.07],
];

/**
 * The first place at which a toast covers no field, and where it can no amount either; the middle when there is none. With the keyboard open only what is above
 * it counts: `visible` is that height, `whole` the height of the page.
 */
export function toastPlace(
  fields: readonly Extent[],
  { toast, visible, whole }: { toast: number; visible: number; whole: number },
  amounts: readonly Extent[] = [],
): ToastPlace {
  const half = toast / 2;
  const firstFreeOf = (covered: readonly Extent[]) =>
    centres.find(([, centre]) => {
      const at = centre * whole;
      return at + half <= visible && covered.every(({ top, bottom }) => bottom <= at - half || top >= at + half);
    });
  return (firstFreeOf([...fields, ...amounts]) ?? firstFreeOf(fields))?.[0] ?? 'middle';
}

/** Fields that can be seen now, and the choices of a form over the page. */
export const visibleFields = () => visible('input:not([type=hidden]), textarea, [role=dialog] [role=tablist]');

/** What is being confirmed. */
export const visibleAmounts = () => visible('[role=dialog] [role=img]');

function visible(selector: string): Extent[] {
  const found = document.querySelectorAll(selector);
  return Array.from(found, (one) => one.getBoundingClientRect()).filter(({ height }) => height > 0);
}
