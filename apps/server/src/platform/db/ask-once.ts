/** Reads once what is asked for several times; the answers in the order of the questions. Questions of one name are the same. */
export async function askOnce<Question, Answer>(
  questions: readonly Question[],
  nameOf: (question: Question) => string,
  read: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): Promise<Answer[]> {
  const places = new Map<string, number>();
  const distinct = questions.filter((question) => {
    const name = nameOf(question);
    const isNew = !places.has(name);
    if (isNew) places.set(name, places.size);
    return isNew;
  });
  const answers = await read(distinct);
  return questions.map((question) => answers[places.get(nameOf(question)) as number] as Answer);
}
