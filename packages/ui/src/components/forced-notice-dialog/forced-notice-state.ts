/** State of each notice of a walk. */
export interface NoticeState {
  id: string;
  isTicked: boolean;
  isConfirmed: boolean;
}

export function unread(ids: readonly string[]): NoticeState[] {
  return ids.map((id) => ({ id, isTicked: false, isConfirmed: false }));
}

/** A tick can be toggled until the notice is confirmed. */
export function toggled(states: readonly NoticeState[], id: string): NoticeState[] {
  return states.map((state) =>
    state.id === id && !state.isConfirmed ? { ...state, isTicked: !state.isTicked } : state,
  );
}

/** Only a ticked notice can be confirmed. */
export function confirmed(states: readonly NoticeState[], id: string): NoticeState[] {
  return states.map((state) => (state.id === id && state.isTicked ? { ...state, isConfirmed: true } : state));
}

/** Index of the next notice; null when all are confirmed. */
export function firstUnconfirmed(states: readonly NoticeState[]): number | null {
  const index = states.findIndex((state) => !state.isConfirmed);
  return index === -1 ? null : index;
}
