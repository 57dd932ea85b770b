// A campus on PocketBase (https://pocketbase.io), as its documentation says to build one: collections with rules, and
// counts that a hook keeps in the transaction of the record. Like Quad's bench it is for loopback alone.
//
//	pocketbase prepare           makes the collections
//	pocketbase tokens            prints id and token of every user, a line each
//	SYNC=NORMAL pocketbase serve serves as PocketBase ships; SYNC=FULL keeps what it answered through a power cut
package main

import (
	"fmt"
	"log"
	"os"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/types"
	"github.com/spf13/cobra"
)

// The pragmas are PocketBase's own, but for `synchronous`.
func connect(path string) (*dbx.DB, error) {
	sync := os.Getenv("SYNC")
	if sync == "" {
		sync = "NORMAL"
	}
	return dbx.Open("sqlite", path+"?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=journal_size_limit(200000000)"+
		"&_pragma=synchronous("+sync+")&_pragma=foreign_keys(ON)&_pragma=temp_store(MEMORY)&_pragma=cache_size(-32000)")
}

func main() {
	app := pocketbase.NewWithConfig(pocketbase.Config{DBConnect: connect})

	// The generator sends what it knows of a user as a cookie.
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		e.Router.Bind(&hook.Handler[*core.RequestEvent]{Id: "cookie", Priority: -1_000_000, Func: func(e *core.RequestEvent) error {
			if token := e.Request.Header.Get("Cookie"); token != "" {
				e.Request.Header.Set("Authorization", token)
			}
			return e.Next()
		}})
		return e.Next()
	})

	counting(app, "votes", "upvotes")
	counting(app, "comments", "commentsCount")

	app.RootCmd.AddCommand(&cobra.Command{Use: "prepare", RunE: func(*cobra.Command, []string) error { return prepare(app) }})
	app.RootCmd.AddCommand(&cobra.Command{Use: "tokens", RunE: func(*cobra.Command, []string) error { return tokens(app) }})
	if err := app.Start(); err != nil {
		log.Fatal(err)
	}
}

func counting(app core.App, collection, count string) {
	app.OnRecordCreateRequest(collection).BindFunc(func(e *core.RecordRequestEvent) error {
		outside := e.App
		defer func() { e.App = outside }()
		return outside.RunInTransaction(func(tx core.App) error {
			e.App = tx
			if err := e.Next(); err != nil {
				return err
			}
			_, err := tx.DB().NewQuery("UPDATE posts SET " + count + " = " + count + " + 1 WHERE id = {:id}").
				Bind(dbx.Params{"id": e.Record.GetString("post")}).Execute()
			return err
		})
	})
}

func prepare(app core.App) error {
	anybody, own := types.Pointer(""), types.Pointer("@request.auth.id != '' && author = @request.auth.id")
	visible := types.Pointer("isPrivate = false || college = @request.auth.college")
	users, err := app.FindCollectionByNameOrId("users")
	if err != nil {
		return err
	}
	users.ViewRule = anybody
	users.Fields.Add(&core.TextField{Name: "college"})

	posts := core.NewBaseCollection("posts")
	posts.ListRule, posts.ViewRule = visible, visible
	posts.Fields.Add(&core.TextField{Name: "title"}, &core.TextField{Name: "content", Max: 20000}, &core.TextField{Name: "topic"},
		&core.TextField{Name: "college"}, &core.BoolField{Name: "isPrivate"}, author(users), &core.NumberField{Name: "upvotes"},
		&core.NumberField{Name: "commentsCount"}, created())
	posts.AddIndex("posts_created", false, "created", "")

	comments := core.NewBaseCollection("comments")
	comments.ListRule, comments.ViewRule, comments.CreateRule = anybody, anybody, own
	comments.Fields.Add(&core.TextField{Name: "content", Max: 20000}, postOf(posts), author(users), created())
	comments.AddIndex("comments_post", false, "post, created", "")

	votes := core.NewBaseCollection("votes")
	votes.CreateRule = own
	votes.Fields.Add(&core.NumberField{Name: "value"}, postOf(posts), author(users), created())
	votes.AddIndex("votes_author", true, "author, post", "")

	for _, collection := range []*core.Collection{users, posts, comments, votes} {
		for _, relation := range []string{"post"} {
			if field, ok := collection.Fields.GetByName(relation).(*core.RelationField); ok {
				field.CollectionId = posts.Id
			}
		}
		if err := app.Save(collection); err != nil {
			return err
		}
	}
	return nil
}

func author(users *core.Collection) core.Field {
	return &core.RelationField{Name: "author", CollectionId: users.Id, MaxSelect: 1}
}

func postOf(posts *core.Collection) core.Field {
	return &core.RelationField{Name: "post", CollectionId: posts.Id, MaxSelect: 1, Required: true}
}

func created() core.Field { return &core.AutodateField{Name: "created", OnCreate: true} }

func tokens(app core.App) error {
	users, err := app.FindAllRecords("users")
	if err != nil {
		return err
	}
	for _, user := range users {
		token, err := user.NewAuthToken()
		if err != nil {
			return err
		}
		fmt.Println(user.Id, token)
	}
	return nil
}
