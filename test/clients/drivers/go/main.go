// Calls the service through the client of openapi-generator's go; see ../README.md.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"
	"time"

	client "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func must[T any](answer T, response *http.Response, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return answer
}

func until[T any](ask func() T, hasEnded func(T) bool) T {
	for attempt := 0; attempt < 600; attempt++ {
		if answer := ask(); hasEnded(answer) {
			return answer
		}
		time.Sleep(200 * time.Millisecond)
	}
	log.Fatal("It takes too long")
	panic("unreachable")
}

func main() {
	ctx := context.WithValue(context.Background(), client.ContextAccessToken, os.Getenv("CDS_TOKEN"))
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: os.Getenv("CDS_URL")}}
	api := client.NewAPIClient(configuration)

	project := must(api.ProjectsAPI.CreateProject(ctx).CreateProjectBody(*client.NewCreateProjectBody("go")).Execute())
	fmt.Println("create project:", project.Status)
	upload := func(path string) client.ApiUploadDocumentRequest {
		file, err := os.Open(path)
		if err != nil {
			log.Fatal(err)
		}
		return api.DocumentsAPI.UploadDocument(ctx).ProjectId(project.Id).File(file).DocumentType(client.DRAWING)
	}
	older := must(upload(os.Args[1]).Execute())
	newer := must(upload(os.Args[2]).RevisionOf(older.Id).Execute())
	fmt.Println("upload:", older.Filename, newer.Filename)
	read := []string{}
	for _, id := range []string{older.Id, newer.Id} {
		document := until(
			func() *client.Document { return must(api.DocumentsAPI.GetDocument(ctx, id).Execute()) },
			func(each *client.Document) bool { return each.TextStatus.Get() != nil },
		)
		read = append(read, fmt.Sprint(document.ProcessingStatus, " ", document.Sheets[0].GetRevision()))
	}
	fmt.Println("wait:", strings.Join(read, " "))
	page := must(api.DocumentsAPI.ListDocuments(ctx).ProjectId(project.Id).DocumentType("DRAWING").
		ProcessingStatus("PROCESSED").CreatedAtStart(project.CreatedAt.Format(time.RFC3339Nano)).
		SortBy(client.FILENAME).SortOrder(client.DESC).Size(1).Compact(true).Execute())
	first := page.Items[0]
	fmt.Println("list with filters:", page.Total, first.Filename, first.GetDocumentType())
	created := must(api.DrawingComparisonsAPI.CreateComparison(ctx).
		CreateComparisonBody(*client.NewCreateComparisonBody(older.Id, newer.Id)).Execute())
	comparison := until(
		func() *client.GetComparisonOutput {
			return must(api.DrawingComparisonsAPI.GetComparison(ctx, created.DrawingComparisonId).Execute())
		},
		func(each *client.GetComparisonOutput) bool {
			return each.DrawingComparison.Status == "ready" || each.DrawingComparison.Status == "failed"
		},
	).DrawingComparison
	fmt.Println("compare:", comparison.Status, comparison.GetOriginalDrawingRevision(), comparison.GetComparisonDrawingRevision())
	items := []string{}
	for _, item := range comparison.Items {
		var kind, rating any
		switch each := item.GetActualInstance().(type) {
		case *client.TextChange:
			kind, rating = each.Kind, each.DifferenceRating
		case *client.GraphicChange:
			kind, rating = each.Kind, each.DifferenceRating
		case *client.ViewChange:
			kind, rating = each.Kind, each.DifferenceRating
		case *client.CloudChange:
			kind, rating = each.Kind, each.DifferenceRating
		case *client.ChangeGroup:
			kind, rating = each.Kind, each.DifferenceRating
		case *client.SheetChange:
			kind, rating = each.Kind, each.DifferenceRating
		}
		items = append(items, fmt.Sprint(kind, " ", rating))
	}
	fmt.Println("read items:", strings.Join(items, " "))
	found := must(api.SearchAPI.Search(ctx).Query("A-101").ProjectId(project.Id).Execute())
	fmt.Println("search:", found.Total, found.Items[0].Type, found.Items[0].GetReference())
}
