//! Block labels: which text blocks of a page people mark as content.

use chrono::{DateTime, SubsecRound, Utc};
use store_macros::{boxed, retried};

use crate::{
    Address, LabelQuery, PageKey, Store, StoreError,
    text::{self, column},
};

/// The page of an article whose blocks are to be labelled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockCandidate {
    /// Its address.
    pub address: Address,
    /// The page.
    pub page: PageKey,
    /// Site id.
    pub site_id: String,
    /// URL after redirects.
    pub url: String,
    /// Positions of the blocks that this person marked as content before.
    pub previous: Option<Vec<i32>>,
}

/// One person's label of the blocks of one page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockLabel {
    /// Address of the page.
    pub address: Address,
    /// The page that was shown.
    pub page: PageKey,
    /// Who made the label.
    pub who: String,
    /// When the label was made, to the microsecond.
    pub at: DateTime<Utc>,
    /// Positions of the content blocks, ascending.
    pub content: Vec<i32>,
    /// The text of these blocks.
    pub text: String,
    /// Number of blocks of the page.
    pub blocks: i32,
    /// Number of blocks on which the extractor agreed.
    pub agreed: i32,
    /// The extractor and its version.
    pub extractor: String,
}

/// A block label with the site of its page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteBlockLabel {
    /// The label.
    pub label: BlockLabel,
    /// URL as discovered.
    pub url_requested: String,
    /// Registrable domain of the site.
    pub domain: String,
}

impl Store {
    /// The next pages of articles to label block by block, the newest first, without those already `shown` to the person.
    #[retried]
    pub async fn block_queue(
        &self,
        query: &LabelQuery,
        shown: &[Address],
        limit: i64,
    ) -> Result<Vec<BlockCandidate>, StoreError> {
        let rows = sqlx::query_file!(
            "queries/block_queue.sql",
            text::owned(&query.who),
            text::optional(query.site_id.as_deref()),
            query.random,
            query.again,
            &column(shown, |address| address.host_id),
            &column(shown, |address| address.url_id),
            limit
        )
        .fetch_all(&self.pool)
        .await?;
        let next = rows.into_iter().map(|row| BlockCandidate {
            address: Address::new(row.host_id, row.url_id),
            page: PageKey::new(row.fetched_at, row.page_id),
            site_id: row.site_id,
            url: row.url,
            previous: row.previous,
        });
        Ok(next.collect())
    }

    /// Saves a label. Returns the one it replaces, for undo. Only the write is repeated if its answer is lost: a repeated read would find
    /// the new label.
    #[boxed]
    pub async fn save_block_label(
        &self,
        label: &BlockLabel,
    ) -> Result<Option<BlockLabel>, StoreError> {
        let before = self.block_labels(Some(&label.who), None, Some(label.address));
        let before = before.await?.pop();
        self.write_block_label(label).await?;
        Ok(before.map(|before| before.label))
    }

    #[retried]
    async fn write_block_label(&self, label: &BlockLabel) -> Result<(), StoreError> {
        sqlx::query!(
            "insert into block_labels (host_id, url_id, who, fetched_at, page_id, content, text, blocks, agreed, extractor,
                labelled_at)
            values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            on conflict (host_id, url_id, who) do update set
                fetched_at = excluded.fetched_at, page_id = excluded.page_id, content = excluded.content,
                text = excluded.text, blocks = excluded.blocks, agreed = excluded.agreed, extractor = excluded.extractor,
                labelled_at = excluded.labelled_at",
            label.address.host_id,
            label.address.url_id,
            text::owned(&label.who),
            label.page.fetched_at,
            label.page.page_id,
            &label.content,
            text::owned(&label.text),
            label.blocks,
            label.agreed,
            text::owned(&label.extractor),
            label.at.trunc_subsecs(6)
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Removes a label. Returns whether there was one.
    #[retried]
    pub async fn remove_block_label(
        &self,
        address: Address,
        who: &str,
    ) -> Result<bool, StoreError> {
        let removed = sqlx::query!(
            "delete from block_labels where host_id = $1 and url_id = $2 and who = $3",
            address.host_id,
            address.url_id,
            text::owned(who)
        );
        Ok(removed.execute(&self.pool).await?.rows_affected() > 0)
    }

    /// All block labels, or those of one person, site or page, sorted by domain and URL.
    #[retried]
    pub async fn block_labels(
        &self,
        who: Option<&str>,
        site_id: Option<&str>,
        address: Option<Address>,
    ) -> Result<Vec<SiteBlockLabel>, StoreError> {
        let rows = sqlx::query!(
            r#"select l.host_id, l.url_id, l.who, l.fetched_at, l.page_id, l.content, l.text, l.blocks, l.agreed, l.extractor,
                l.labelled_at, s.url, site.domain
            from block_labels l
            join hosts h on h.host_id = l.host_id
            join sites site on site.site_id = h.site_id
            join seen s on s.host_id = l.host_id and s.url_id = l.url_id
            where ($1::text is null or l.who = $1) and ($2::text is null or h.site_id = $2)
                and ($3::bigint is null or l.host_id = $3) and ($4::bigint is null or l.url_id = $4)
            order by site.domain collate "C", s.url collate "C", l.who collate "C", l.host_id"#,
            text::optional(who),
            text::optional(site_id),
            address.map(|address| address.host_id),
            address.map(|address| address.url_id)
        )
        .fetch_all(&self.pool)
        .await?;
        let labels = rows.into_iter().map(|row| SiteBlockLabel {
            label: BlockLabel {
                address: Address::new(row.host_id, row.url_id),
                page: PageKey::new(row.fetched_at, row.page_id),
                who: row.who,
                at: row.labelled_at,
                content: row.content,
                text: row.text,
                blocks: row.blocks,
                agreed: row.agreed,
                extractor: row.extractor,
            },
            url_requested: row.url,
            domain: row.domain,
        });
        Ok(labels.collect())
    }
}
