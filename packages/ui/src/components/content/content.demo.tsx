import type { Demo } from '../../demo/demo.ts';
import { Card } from '../card/card.tsx';
import { AgreementArticle } from './agreement-article.tsx';
import { BannerImage } from './banner-image.tsx';
import { ContentArticle } from './content-article.tsx';
import { RichTextBox } from './rich-text-box.tsx';

export const contentDemo: Demo = {
  title: '内容 BannerImage · ContentArticle · AgreementArticle · RichTextBox',
  Show: () => (
    <>
      <BannerImage src="data:," title="三月维护" name="横幅 1/1" />
      <ContentArticle title="三月维护" time="发布于 2026-03-10 12:00">
        <RichTextBox>
          <h2>时间</h2>
          <p>
            三月 <b>十二日</b> 起。
          </p>
        </RichTextBox>
      </ContentArticle>
      <Card>
        <AgreementArticle content={'一、说明\n本协议自发布起生效。\n\n再见。'} version="版本 2026-01" />
      </Card>
    </>
  ),
};
