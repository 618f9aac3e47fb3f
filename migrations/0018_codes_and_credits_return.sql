-- A discount code is used once, also after an account is deleted; credits go back with what was paid (docs/billing.md).
CREATE TABLE "past_coupons" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"deleted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "referrals" DROP CONSTRAINT "referrals_outcome_known";--> statement-breakpoint
CREATE INDEX "past_coupons_by_age" ON "past_coupons" USING btree ("deleted_at");--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_outcome_known" CHECK ("referrals"."outcome" in ('waiting', 'paid', 'own', 'returned'));